import type { Cancel } from '../../../datapath/clock.ts';
import { isReserved } from '../../../datapath/reserved-frame.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, portListOf, portsOf } from '../../../model/values/port-list.ts';
import { listeningPorts, ouisOf, PHONE_FRAMES } from './device-settings.ts';
import { listeningAt, phoneHeard, phonesKnown, type VoiceMembers } from './members.ts';
import { voiceVlan } from './objects.ts';
import { voicePorts } from './slots.ts';

/** Milliseconds from one look at the address table to the next. */
const LOOK = 60_000;

/** Lets ports join the voice VLAN when a phone is heard there, before its frame goes on, and leave it a while after the last one is forgotten. */
export function startMembership(context: ServiceContext): RunningService {
  const { clock, datapath, log, slots } = context;
  let members: VoiceMembers = new Map();
  let sleep: Cancel = () => undefined;

  const become = (next: VoiceMembers): void => {
    const before = members;
    members = next;
    const vlan = context.configuration().group(voiceVlan).voiceVlanId;
    const joined = [...next.keys()].filter((port) => !before.has(port));
    const left = [...before.keys()].filter((port) => !next.has(port));
    if (joined.length > 0 || left.length > 0) slots.update(voicePorts, () => portListOf(next.keys()));
    for (const port of joined) {
      log.write(
        Severity.informational,
        say('Port {{port}} joined voice VLAN {{vlan}}: a phone was detected.', { port, vlan }),
      );
    }
    for (const port of left)
      log.write(Severity.informational, say('Port {{port}} left voice VLAN {{vlan}}.', { port, vlan }));
  };
  const look = async (): Promise<void> => {
    const prefixes = new Set(ouisOf(context.configuration()).map((oui) => oui.slice(0, 8)));
    // While the datapath is on its way back nothing ages.
    const rows = await datapath.forwardingDatabase().catch(() => undefined);
    if (!rows) return;
    const phones = rows.filter(({ address, origin }) => origin === 'learned' && prefixes.has(address.slice(0, 8)));
    const ageing = millisecondsIn(voiceVlan, context.configuration().group(voiceVlan))('voiceVlanAgingTime');
    become(phonesKnown(members, new Set(phones.map(({ port }) => port)), { now: clock.now(), ageing }));
  };
  const rest = (): void => {
    sleep();
    if (members.size > 0) sleep = clock.after(LOOK, () => void look().then(rest));
  };

  context.onFrame([PHONE_FRAMES], (punted) => {
    const { port, frame } = punted;
    // Frames that are not forwarded by bridges do not come from phones.
    if (isReserved(frame)) return;
    const wasIdle = members.size === 0;
    if (hasPort(listeningPorts(context.configuration()), port)) become(phoneHeard(members, port, clock.now()));
    if (wasIdle) rest();
    // It goes on as if its port had been in the voice VLAN when it came: the datapath has the slot's new value first.
    queueMicrotask(() => datapath.resume(punted));
  });
  return {
    changed() {
      become(listeningAt(members, new Set(portsOf(listeningPorts(context.configuration())))));
      rest();
    },
  };
}
