import type { Cancel } from '../../../datapath/clock.ts';
import type { PuntedFrame } from '../../../datapath/datapath.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { changeOnceDecided } from '../../../device/services/change-once-decided.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { NO_PORTS, type PortList } from '../../../model/values/port-list.ts';
import { type SnoopingEvent, type SnoopingNews, stepSnooping } from '../../../protocols/dhcp-snooping/snooping.ts';
import { type Binding, idleSnooping, type SnoopingState, stationKey } from '../../../protocols/dhcp-snooping/state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { isMember, listOf } from '../inspected-ports.ts';
import { isSnooping, isTrusted } from '../snooped.ts';
import { BackedUpBindings } from './backed-up-bindings.ts';
import { settingsOf } from './device-settings.ts';
import { dhcpSnoopingConfig, dhcpSnoopingStaticBindingEntry } from './objects.ts';
import { bindingKey, DHCP_MESSAGES, dhcpBindings, dhcpSnoopingHandle } from './slots.ts';
import { staticBindings } from './static-bindings.ts';

/** Objects that determine which ports are in which VLANs. */
const membersFrom = [dot1qVlanStaticEntry, trunkGroupEntry];

/** Milliseconds between two entries in the log of the same kind about the same port. */
const PAUSE = 60_000;

/** Follows DHCP, and says who has which address. */
export async function startSnooping(context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, hardware, log, slots } = context;
  const backup = new BackedUpBindings(context);
  let configuration = context.configuration();
  let statics = staticBindings(configuration, new Map(), clock.now());
  let fixed = byAddress(statics.values());
  let settings = settingsOf(configuration, hardware, statics);
  let trusted: PortList = NO_PORTS;
  let state: SnoopingState = idleSnooping;
  let stopTimer: Cancel = () => undefined;
  const quietUntil = new Map<string, number>();
  const leaving = new WeakSet<Binding>();

  const tell = (event: SnoopingEvent) => {
    const step = stepSnooping(settings, state, event, clock.now());
    const changed = step.state.revision !== state.revision || event.kind === 'configure';
    state = step.state;
    if (changed) publish();
    if (step.news) report(step.news);
    return step;
  };

  const publish = (): void => {
    slots.update(dhcpBindings, () => ({
      learnt: byAddress(state.bindings.values()),
      fixed,
    }));
    wakeAt(Math.min(state.wakeAt, ...present().map(({ expiresAt }) => expiresAt)));
  };

  const wake = (): void => {
    const now = clock.now();
    const ended = present().filter(({ expiresAt }) => expiresAt <= now);
    if (ended.length > 0) void remove(ended);
    tell({ kind: 'wake' });
    if (ended.length === 0) publish();
  };
  const wakeAt = wakeLoop(clock, wake);

  /** The static bindings but for those that are being removed. */
  const present = (): readonly Binding[] => [...statics.values()].filter((binding) => !leaving.has(binding));

  /** A static binding whose time is over is configured no longer. */
  const remove = (ended: readonly Binding[]): Promise<void> => {
    for (const binding of ended) leaving.add(binding);
    const isOver = ({ vlan, mac }: Binding) => (statics.get(stationKey(vlan, mac))?.expiresAt ?? 0) <= clock.now();
    return changeOnceDecided(context, say('Static bindings have expired'), (before) =>
      ended
        .filter(isOver)
        .reduce(
          (next, { vlan, mac }) =>
            next.withoutRow(dhcpSnoopingStaticBindingEntry, { bindingVlanId: vlan, bindingMac: mac }),
          before,
        ),
    );
  };

  const report = (news: SnoopingNews): void => {
    const key = `${news.kind} ${'port' in news ? news.port : news.mac}`;
    const now = clock.now();
    if ((quietUntil.get(key) ?? now) > now) return;
    for (const [other, until] of quietUntil) if (until <= now) quietUntil.delete(other);
    quietUntil.set(key, now + PAUSE);
    log.write(Severity.warning, entryOf(news));
  };

  const receive = (punted: PuntedFrame): void => {
    const { vlan, frame } = punted;
    if (vlan === undefined) return;
    const port = settings.bridgePorts.get(punted.port) ?? punted.port;
    const { forward } = tell({ kind: 'frame', vlan, port, octets: frame });
    if (forward === 'everywhere') datapath.resume(punted);
    if (forward === 'trusted') datapath.resume(punted, undefined, trusted);
  };

  /** The client behind a port that left the VLAN is gone; a port that an engine made a member was never listed. */
  const leftTheirVlans = (former: Configuration): readonly string[] => {
    const listing = (where: Configuration) => {
      const ports = new Map(bridgePorts(where, hardware).map((port) => [port.number, port]));
      return ({ vlan, port }: Binding) => {
        const at = ports.get(settings.bridgePorts.get(port) ?? port);
        return at !== undefined && isMember(where, vlan, at);
      };
    };
    const [before, now] = [listing(former), listing(configuration)];
    return [...state.bindings].flatMap(([station, binding]) => (before(binding) && !now(binding) ? [station] : []));
  };

  const configure = (): void => {
    const former = configuration;
    configuration = context.configuration();
    const isMoved = membersFrom.some((object) => former.part(object) !== configuration.part(object));
    statics = staticBindings(configuration, statics, clock.now());
    fixed = byAddress(statics.values());
    settings = settingsOf(configuration, hardware, statics);
    if (!isSnooping(configuration)) settings = { ...settings, vlans: new Set() };
    const ports = bridgePorts(configuration, hardware);
    trusted = listOf(ports, (port) => isTrusted(configuration, port));
    if (isMoved) {
      const left = leftTheirVlans(former);
      if (left.length > 0) tell({ kind: 'forget', stations: left });
    }
    tell({ kind: 'configure' });
    const group = configuration.group(dhcpSnoopingConfig);
    stopTimer();
    if (isSnooping(configuration) && group.dhcpSnoopingBackupDb === Status.enabled) {
      stopTimer = clock.every(millisecondsIn(dhcpSnoopingConfig, group)('dhcpSnoopingDbInterval'), () => void backUp());
    }
  };

  const backUp = () => backup.save([...state.bindings.values()]);

  configure();
  tell({ kind: 'restore', bindings: await backup.load(configuration) });
  context.offer(dhcpSnoopingHandle, {
    read: () => ({ bindings: state.bindings.values(), drops: state.drops, now: clock.now() }),
    clearDrops: () => void tell({ kind: 'clearDrops' }),
    forget: (stations) => void tell({ kind: 'forget', stations }),
    restore: (bindings) => void tell({ kind: 'restore', bindings }),
    backUp,
  });
  context.onFrame([DHCP_MESSAGES], receive);
  return {
    changed: configure,
    async stop() {
      stopTimer();
      slots.update(dhcpBindings, () => dhcpBindings.empty);
      await backUp();
    },
  };
}

function byAddress(bindings: Iterable<Binding>): ReadonlyMap<string, Binding> {
  return new Map([...bindings].map((each) => [bindingKey(each.vlan, each.address), each]));
}

function entryOf(news: SnoopingNews) {
  const { vlan, mac } = news;
  if (news.kind === 'contested') {
    const { address } = news;
    return say('A DHCP server assigned {{address}} in VLAN {{vlan}} to {{mac}}, in conflict with a static binding.', {
      address,
      vlan,
      mac,
    });
  }
  const port = interfaceName(news.port);
  if (news.kind === 'server') {
    return say(
      'Port {{port}}: {{mac}} responds as a DHCP server in VLAN {{vlan}}; it is not trusted and its replies are dropped.',
      {
        port,
        mac,
        vlan,
      },
    );
  }
  return say('Port {{port}}: the DHCP binding table is full; the lease of {{mac}} in VLAN {{vlan}} is dropped.', {
    port,
    mac,
    vlan,
  });
}
