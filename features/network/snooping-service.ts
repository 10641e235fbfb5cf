import type { PuntedFrame } from '../../datapath/datapath.ts';
import { addressKey } from '../../datapath/plan.ts';
import type { RunningService, ServiceContext } from '../../device/feature.ts';
import { followedLinks } from '../../device/followed-links.ts';
import { Severity } from '../../device/log/log.ts';
import { wakeLoop } from '../../device/wake-loop.ts';
import { type Message, say } from '../../model/values/message.ts';
import { NO_PORTS, type PortList, portBit, portListOf, portsOf } from '../../model/values/port-list.ts';
import { routerPorts, type SnoopingEvent, stepSnooping } from '../../protocols/multicast-snooping/snooping.ts';
import {
  idleSnooping,
  portsOfGroup,
  type SnoopedVlan,
  type SnoopingSettings,
  type SnoopingState,
} from '../../protocols/multicast-snooping/state.ts';
import type { SnoopingNews, SnoopingStep } from '../../protocols/multicast-snooping/step.ts';
import { configuredTrunks } from '../bridge-ports.ts';
import { type PortDecision, portDecisions } from '../security/port-access-control/slots.ts';
import { carries } from './multicast-vlan/configured.ts';
import { multicastVlansInForce } from './multicast-vlan/in-force.ts';
import type { Snooped } from './snooping.ts';
import type { SnoopedForwarding } from './snooping-slots.ts';
import { streamMessages } from './snooping-streams.ts';
import { membersWith, representative } from './snooping-trunks.ts';
import { assignedPorts, membersUsed, vlansOf } from './snooping-vlans.ts';
import { portsForgotten } from './spanning-tree/slots.ts';
import { trunksLost, trunkViews } from './trunk/slots.ts';

/** Tracks listeners, sends queries unless another querier does, and decides where messages go. */
export async function startSnooping(of: Snooped, context: ServiceContext): Promise<RunningService> {
  const { clock, datapath, log, slots } = context;
  const links = await followedLinks(context);
  let settings = settingsOf(of, context);
  let state: SnoopingState = idleSnooping;
  const wakeAt = wakeLoop(clock, () => void tell({ kind: 'wake' }));
  let trunks = configuredTrunks(context.configuration());

  const tell = (event: SnoopingEvent): SnoopingStep => {
    const step = stepSnooping(settings, state, event, clock.now());
    const changed = step.state.revision !== state.revision || event.kind === 'configure';
    state = step.state;
    if (changed) slots.update(of.forwarding, () => forwardingOf(settings, state));
    for (const news of step.news) log.write(...entryOf(of, news));
    for (const { vlan, ports, frame } of step.send) datapath.originate(vlan, frame, ports);
    wakeAt(state.wakeAt);
    return step;
  };

  const streams = streamMessages(of, context, {
    tell,
    routers: (vlan) => routerPorts(settings, state, vlan),
  });

  const receive = (punted: PuntedFrame): void => {
    const { kind, vlan, frame } = punted;
    if (vlan === undefined) return;
    const port = representative(trunks, punted.port);
    if (kind === of.kinds.messages && streams.hear(port, vlan, punted)) return;
    const { forward } = tell({ kind: 'frame', vlan, port, octets: frame });
    // Of the others a copy is looked at, and the frame has gone its way.
    if (kind !== of.kinds.messages) return;
    if (forward === 'everywhere') datapath.resume(punted);
    if (forward === 'routers') datapath.resume(punted, undefined, routerPorts(settings, state, vlan));
  };

  const configure = () => {
    settings = settingsOf(of, context);
    trunks = configuredTrunks(context.configuration());
    const isAnother = streams.configure();
    // Groups learned at a port that now belongs to a trunk would be invalid.
    const taken = [...context.hardware.ports.keys()].filter((port) => representative(trunks, port) !== port);
    tell({ kind: 'lost', ports: portListOf(taken) });
    tell({ kind: 'configure' });
    // Receivers in another VLAN report again, or in the stream's present one.
    if (isAnother) tell({ kind: 'topologyChange', ports: NO_PORTS });
  };

  context.offer(of.handle, {
    read: () => ({ settings, state, now: clock.now() }),
    clear: () => void tell({ kind: 'clear' }),
  });
  context.onFrame([of.kinds.messages, of.kinds.routers], receive);
  links.follow(({ port, link }) => {
    // A trunk is there as long as one of its members is.
    if (
      link === 'down' &&
      !portsOf(membersWith(trunks, port)).some((member) => links.states.get(member)?.link === 'up')
    ) {
      tell({ kind: 'lost', ports: portBit(representative(trunks, port)) });
    }
  });
  let views = slots.get(trunkViews);
  slots.follow([trunkViews], () => {
    const lost = trunksLost(views, slots.get(trunkViews));
    views = slots.get(trunkViews);
    const gone = trunks.filter(({ number }) => lost.includes(number)).map((trunk) => trunk.representative);
    if (gone.length > 0) tell({ kind: 'lost', ports: portListOf(gone) });
  });
  let forgotten = slots.get(portsForgotten);
  slots.follow([portsForgotten], () => {
    const counts = slots.get(portsForgotten);
    const moved = [...counts].filter(([port, count]) => forgotten.get(port) !== count).map(([port]) => port);
    forgotten = counts;
    tell({ kind: 'topologyChange', ports: portListOf(moved) });
  });
  let access = slots.get(portDecisions);
  slots.follow([portDecisions], () => {
    const before = access;
    access = slots.get(portDecisions);
    const ports = [...new Set([...before.keys(), ...access.keys()])];
    const left = portListOf(ports.filter((port) => isLeft(before.get(port), access.get(port))));
    if (left !== NO_PORTS) tell({ kind: 'lost', ports: left });
    // Stations that stayed are queried again, and new ones: messages that they sent while they were kept out were lost.
    if (left !== NO_PORTS || ports.some((port) => hasComer(before.get(port), access.get(port)))) {
      tell({ kind: 'topologyChange', ports: left });
    }
  });
  slots.follow([...of.uses, ...membersUsed, portDecisions], configure);
  configure();
  return { changed: configure };
}

/** Whether a station that was accepted by a port, controlled or not, no longer is, or is in another VLAN. */
function isLeft(before: PortDecision | undefined, now: PortDecision | undefined): boolean {
  if (!before || !now || now.vlan !== before.vlan || now.isGuest !== before.isGuest) return true;
  if (before.admits === 'everybody' || now.admits === 'everybody') return before.admits !== now.admits;
  const { admits, stationVlans } = now;
  return [...before.admits].some(
    (station) => !admits.has(station) || stationVlans.get(station) !== before.stationVlans.get(station),
  );
}

/** Whether a station was accepted in addition to those that were in. */
function hasComer(before: PortDecision | undefined, now: PortDecision | undefined): boolean {
  if (!before || !now || before.admits === 'everybody' || now.admits === 'everybody') return false;
  const { admits } = before;
  return [...now.admits].some((station) => !admits.has(station));
}

/** Settings of snooping by the configuration. */
function settingsOf(of: Snooped, context: ServiceContext): SnoopingSettings {
  const configuration = context.configuration();
  const { enabled, ...values } = of.values(configuration);
  const decisions = context.slots.get(portDecisions);
  const assigned = assignedPorts(decisions);
  const vlans = enabled ? vlansOf(of, configuration, context.slots, assigned).filter(({ snooped }) => snooped) : [];
  const streams = enabled ? multicastVlansInForce(configuration, decisions) : [];
  const address = (vlan: number) => of.address(context, vlan);
  return {
    family: of.family,
    mac: context.hardware.baseMacAddress,
    capacity: of.capacity,
    ...values,
    vlans: new Map([
      ...vlans.map(({ vlan, members, routers }): [number, SnoopedVlan] => [
        vlan,
        { members, routers, address: address(vlan) },
      ]),
      ...streams.map((each): [number, SnoopedVlan] => {
        const { vlan, sources, receivers } = each;
        const members = sources | receivers;
        const carried = (group: string) => carries(each, group);
        return [vlan, { members, asked: receivers, routers: sources, address: address(vlan), carries: carried }];
      }),
    ]),
  };
}

/** Groups that share an address share its ports. */
function forwardingOf(settings: SnoopingSettings, state: SnoopingState): SnoopedForwarding {
  const groups = new Map<string, { ports: PortList }>();
  for (const { vlan, group, listeners } of state.groups.values()) {
    const key = addressKey(vlan, settings.family.macOf(group));
    groups.set(key, { ports: (groups.get(key)?.ports ?? NO_PORTS) | portsOfGroup(listeners) });
  }
  const routers = [...settings.vlans.keys()].map(
    (vlan) => [vlan, { ports: routerPorts(settings, state, vlan) }] as const,
  );
  return { groups, routerPorts: new Map(routers.filter(([, { ports }]) => ports !== NO_PORTS)) };
}

function entryOf(of: Snooped, news: SnoopingNews): [Severity, Message] {
  const { vlan } = news;
  const protocol = of.family.name;
  switch (news.kind) {
    case 'full':
      return [
        Severity.warning,
        say('The {{protocol}} group table is full: members of {{group}} in VLAN {{vlan}} are not tracked.', {
          protocol,
          group: news.group,
          vlan,
        }),
      ];
    case 'share':
      return [
        Severity.warning,
        say(
          'Port {{port}} uses most of the {{protocol}} group table; the rest is reserved for other ports. Members of {{group}} in VLAN {{vlan}} are not tracked there.',
          { port: news.port, protocol, group: news.group, vlan },
        ),
      ];
    case 'router':
      return [
        Severity.informational,
        news.there
          ? say('VLAN {{vlan}}: {{protocol}} snooping found a multicast router at port {{port}}.', {
              vlan,
              protocol,
              port: news.port,
            })
          : say('VLAN {{vlan}}: the multicast router at port {{port}} is gone ({{protocol}} snooping).', {
              vlan,
              protocol,
              port: news.port,
            }),
      ];
    case 'querier':
      return [
        Severity.notice,
        news.address === undefined
          ? say('VLAN {{vlan}}: the other {{protocol}} querier is gone, the switch is the querier again.', {
              vlan,
              protocol,
            })
          : say('VLAN {{vlan}}: {{address}} is the {{protocol}} querier, the switch stops sending queries.', {
              vlan,
              protocol,
              address: news.address,
            }),
      ];
  }
}
