import type { PuntedFrame } from '../../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { NO_PORTS, portBit, portsOf } from '../../../model/values/port-list.ts';
import {
  type InspectionEvent,
  type InspectionNews,
  stepInspection,
} from '../../../protocols/arp-inspection/inspection.ts';
import { type InspectionState, idleInspection, type LogEntry } from '../../../protocols/arp-inspection/state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { closePorts, portsClosedBy } from '../../network/physical-interface/slots.ts';
import { bridgePortNumbers } from '../inspected-ports.ts';
import { inspectedVlans, isTrusted, settingsOf } from './device-settings.ts';
import { ownersUnder } from './owners.ts';
import { carriesSession } from './session-ports.ts';
import { ARP_PACKETS, arpCounts, arpInspectionHandle } from './slots.ts';

/** Lets pass what stations say of their own addresses, and drops the rest. */
export function startInspection(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, log, slots } = context;
  let configuration = context.configuration();
  let settings = settingsOf(configuration, hardware);
  let owners = ownersUnder(configuration, hardware, slots);
  let ports = bridgePorts(configuration, hardware);
  let numbers = bridgePortNumbers(ports, hardware);
  let state: InspectionState = { ...idleInspection, counts: slots.get(arpCounts) };

  const flooding = () => portsClosedBy(slots, 'arpInspection');
  const openAll = () => closePorts(slots, 'arpInspection', new Set());

  const tell = (event: InspectionEvent) => {
    const step = stepInspection(settings, state, event, clock.now(), owners.ownerOf);
    state = step.state;
    slots.update(arpCounts, () => state.counts);
    for (const news of step.news) report(news);
    return step.passes;
  };

  const report = (news: InspectionNews): void => {
    if (news.kind === 'flood') shutDown(news.port, news.rate);
    else if (news.kind === 'entry')
      log.write(news.entry.permits ? Severity.informational : Severity.warning, said(news.entry));
    else log.write(Severity.warning, say('The log of ARP inspection is full: further packets are not stored.'));
  };

  /** A port that floods is shut down, except that of a management session: there only the rate is enforced. */
  const shutDown = (port: number, rate: number): void => {
    const name = interfaceName(port);
    if (carriesSession(context, port)) {
      const message = say('Port {{port}}: more than {{rate}} ARP packets a second; the rest is dropped.', {
        port: name,
        rate,
      });
      log.write(Severity.warning, message);
      return;
    }
    const members = ports.find(({ number }) => number === port)?.members ?? NO_PORTS;
    closePorts(slots, 'arpInspection', new Set([...flooding(), ...portsOf(members)]));
    const message = say('Port {{port}}: shut down for more than {{rate}} ARP packets a second.', { port: name, rate });
    log.write(Severity.error, message);
  };

  /** A port that is trusted or no longer inspected is released. */
  const release = (): void => {
    const isHeld = (port: number) => {
      const own = ports.find(({ members }) => (members & portBit(port)) !== NO_PORTS);
      return own !== undefined && !isTrusted(configuration, own) && settings.limits.has(own.number);
    };
    const held = inspectedVlans(configuration).size > 0 ? [...flooding()].filter(isHeld) : [];
    closePorts(slots, 'arpInspection', new Set(held));
  };

  const configure = (): void => {
    configuration = context.configuration();
    settings = settingsOf(configuration, hardware);
    ports = bridgePorts(configuration, hardware);
    numbers = bridgePortNumbers(ports, hardware);
    owners = ownersUnder(configuration, hardware, slots);
    tell({ kind: 'configure' });
    release();
  };

  const receive = (punted: PuntedFrame): void => {
    const { vlan, frame } = punted;
    if (vlan === undefined) return;
    const port = numbers.get(punted.port) ?? punted.port;
    const isUninspected = ports.some((each) => each.number === port && isTrusted(configuration, each));
    if (isUninspected || tell({ kind: 'frame', vlan, port, octets: frame })) datapath.resume(punted);
  };

  // A run before this one may have ended by an error: what it shut down is open.
  openAll();
  context.offer(arpInspectionHandle, {
    read: () => ({ state, now: clock.now() }),
    clearCounts: (vlans) => void tell({ kind: 'clearCounts', ...(vlans && { vlans }) }),
    clearLog: () => void tell({ kind: 'clearLog' }),
    recover(port) {
      closePorts(slots, 'arpInspection', new Set([...flooding()].filter((each) => each !== port)));
    },
  });
  context.onFrame([ARP_PACKETS], receive);
  configure();
  return {
    changed: configure,
    stop: openAll,
  };
}

const reasons = {
  list: say('ARP access list'),
  binding: say('DHCP binding'),
  sourceMac: say('source MAC address'),
  destinationMac: say('destination MAC address'),
  address: say('IP address'),
  rate: say('rate limit'),
} as const;

function said({ port, vlan, senderAddress, senderMac, permits, reason, count }: LogEntry) {
  const values = {
    port: interfaceName(port),
    vlan,
    address: senderAddress,
    mac: senderMac,
    reason: reasons[reason],
    count,
  };
  return permits
    ? say(
        'Port {{port}}, VLAN {{vlan}}: ARP of {{mac}} for {{address}} was forwarded ({{reason}}, {{count}} in all).',
        values,
      )
    : say(
        'Port {{port}}, VLAN {{vlan}}: ARP of {{mac}} for {{address}} was dropped ({{reason}}, {{count}} in all).',
        values,
      );
}
