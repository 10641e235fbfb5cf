import { say } from '../model/values/message.ts';
import { NO_PORTS, type PortList } from '../model/values/port-list.ts';
import type { CapturePlan } from './capture.ts';
import { and, EVERY_PORT, intersection, only, or, union } from './combiners.ts';
import type {
  BridgePortNumber,
  ForwardingPlan,
  GroupPlan,
  PortNumber,
  StaticUnicastPlan,
  VlanId,
  VlanPlan,
} from './plan.ts';
import {
  accessInForce,
  assignments,
  guestPorts,
  openPort,
  type PortAccess,
  withAssigned,
  withoutGuests,
} from './port-access.ts';
import {
  type Columns,
  emptyOf,
  keyed,
  keyedValues,
  type PartOf,
  type PresentIn,
  value,
  type WholeOf,
} from './section.ts';

/** Port states in a spanning-tree instance (IEEE 802.1Q-2018 8.4). A port in neither list discards. */
export interface InstanceState {
  readonly learning: PortList;
  /** A subset of `learning`. */
  readonly forwarding: PortList;
}

/** The members of a trunk that take frames in and that send them out (IEEE 802.1AX-2020 6.2). */
export interface TrunkState {
  readonly collecting: PortList;
  readonly distributing: PortList;
}

/** Ports that a VLAN is closed at, both ways; what is handed over at `control` is handed over still. */
export interface BlockedPorts {
  readonly ports: PortList;
}

/** The ports behind which multicast routers are heard: every group's frames go there, too. */
export interface RouterPorts {
  readonly ports: PortList;
}

/** Means every VLAN in `blocked`. */
export const EVERY_VLAN = 0;

const instanceColumns: Columns<InstanceState, Partial<InstanceState>> = {
  learning: intersection,
  forwarding: intersection,
};
const trunkColumns: Columns<TrunkState, Partial<TrunkState>> = { collecting: intersection, distributing: intersection };
const vlanColumns: Columns<VlanPlan, Partial<VlanPlan>> = { members: union, untagged: union };
const portsColumn = { ports: union };
const groupColumns: Columns<Omit<GroupPlan, 'vlan' | 'address'>, Partial<GroupPlan>> = {
  ports: union,
  forbidden: union,
};

const accessColumns: Columns<PortAccess, Partial<PortAccess>> = {
  admits: only<PortAccess['admits']>(openPort.admits, say('its stations')),
  sends: and,
  vlan: only<VlanId | undefined>(openPort.vlan, say('its assigned VLAN')),
  stationVlans: only<PortAccess['stationVlans']>(openPort.stationVlans, say('the VLANs of its stations')),
  isGuest: or,
};

/** The sections of a state, with what joins the parts of several features; as `planSections`. */
export const stateSections = {
  /** By instance, 0 the CIST; an instance that is not here lets every port learn and forward. */
  instances: keyed<number, InstanceState, Partial<InstanceState>>(instanceColumns, {
    name: (instance) => say('Spanning-tree instance {{instance}}', { instance }),
  }),
  /**
   * Ports that forward only as long as an engine attends to them, since a bridge is behind them: where the datapath outlives
   * the agent, it closes them in every instance of `instances` within seconds. The others go on.
   */
  attended: value<PortList>(union),
  /**
   * A trunk that is missing here collects and distributes by every member whose link is up. If the datapath outlives
   * the agent, a present one continues with one member, as without a partner.
   */
  trunks: keyed<BridgePortNumber, TrunkState, Partial<TrunkState>>(trunkColumns, {
    name: (trunk) => say('Trunk {{trunk}}', { trunk: trunk - 5000 }),
  }),
  /** By VLAN, or `EVERY_VLAN`. */
  blocked: keyed<VlanId, BlockedPorts, BlockedPorts>(portsColumn, { name: (vlan) => say('VLAN {{vlan}}', { vlan }) }),
  /** Members in addition to those of the plan, except ports that it forbids; a VLAN may have only these. */
  memberships: keyed<VlanId, VlanPlan, Partial<VlanPlan>>(vlanColumns, {
    name: (vlan) => say('VLAN {{vlan}}', { vlan }),
  }),
  /** By `addressKey`; beside those of the plan. */
  groups: keyed<string, Omit<GroupPlan, 'vlan' | 'address'>, Partial<GroupPlan>>(groupColumns, {
    name: (group) => say('Group {{group}}', { group }),
  }),
  routerPorts: keyed<VlanId, RouterPorts, RouterPorts>(portsColumn, { name: (vlan) => say('VLAN {{vlan}}', { vlan }) }),
  /** By physical port that is in no trunk; one that is not here is open. */
  access: keyed<PortNumber, PortAccess, Partial<PortAccess>>(accessColumns, {
    name: (port) => say('Port {{port}}', { port }),
  }),
  /** By `addressKey`: addresses accepted by a secured port, pinned to it (see `pinnedInForce`). */
  secureAddresses: keyedValues<string, StaticUnicastPlan | undefined>(
    only<StaticUnicastPlan | undefined>(undefined, say('a secure address')),
  ),
  /** The capture under way, if there is one: it changes nothing that is forwarded. */
  capture: value<CapturePlan | undefined>(only<CapturePlan | undefined>(undefined, say('the capture'))),
};

/** One feature's part of the state. */
export type StatePart = PartOf<typeof stateSections>;

/**
 * The decisions of protocol engines, which change many times a second: they reach the datapath outside of configuration
 * transactions, at once (`Datapath.update`). As in a plan, unchanged parts are the same object.
 */
export type ForwardingState = PresentIn<WholeOf<typeof stateSections>>;

/** The state of a switch without any engine: everything forwards. */
// As `emptyPlan`.
export const emptyState = emptyOf(stateSections) as ForwardingState;

/**
 * The VLANs in force: those of the plan with members that engines added where it does not forbid them, and with ports in the
 * VLANs that they were assigned to, and its multicast VLANs, all of them without the ports of guests whose VLAN they are not; the
 * plan's own map where there is nothing to change.
 */
export function vlansInForce(plan: ForwardingPlan, state: ForwardingState): ReadonlyMap<VlanId, VlanPlan> {
  const access = accessInForce(plan, state.access);
  const assigned = assignments(access, (vlan) => plan.vlans.has(vlan));
  if (state.memberships.size === 0 && plan.multicastVlans.size === 0 && assigned.size === 0) return plan.vlans;
  const vlans = new Map<VlanId, VlanPlan>(plan.vlans);
  if (assigned.size > 0) for (const [vlan, entry] of plan.vlans) vlans.set(vlan, withAssigned(vlan, entry, assigned));
  for (const [vlan, added] of state.memberships) {
    const present = vlans.get(vlan);
    vlans.set(vlan, present ? joined(present, plan.vlans.get(vlan)?.forbidden, added) : added);
  }
  for (const [vlan, entry] of plan.multicastVlans) vlans.set(vlan, entry);
  const guests = guestPorts(access);
  if (guests !== NO_PORTS)
    for (const [vlan, entry] of vlans) vlans.set(vlan, withoutGuests(vlan, entry, access, guests));
  return vlans;
}

function joined(present: VlanPlan, forbidden: PortList = NO_PORTS, added: VlanPlan): VlanPlan {
  const allowed = ~forbidden;
  return {
    members: present.members | (added.members & allowed),
    untagged: present.untagged | (added.untagged & allowed),
  };
}

/** The ports of a known group. */
interface GroupInForce {
  readonly ports: PortList;
  /** The plan names it: packets that stay on their link go there, too. */
  readonly fixed: boolean;
}

/** The ports of each known group, by `addressKey`, including router ports and without forbidden ports. */
export function groupsInForce(plan: ForwardingPlan, state: ForwardingState): ReadonlyMap<string, GroupInForce> {
  const groups = new Map<string, GroupInForce>();
  for (const key of new Set([...plan.groups.keys(), ...state.groups.keys()])) {
    const vlan = Number.parseInt(key, 10);
    const fixed = plan.groups.get(key);
    const heard = state.groups.get(key);
    const forwardsAll = plan.multicastFiltering.get(vlan) === 'forwardAll';
    if (forwardsAll && !fixed) continue;
    const routers = state.routerPorts.get(vlan)?.ports ?? NO_PORTS;
    const forbidden = (fixed?.forbidden ?? NO_PORTS) | (heard?.forbidden ?? NO_PORTS);
    const wanted = forwardsAll ? EVERY_PORT : (fixed?.ports ?? NO_PORTS) | (heard?.ports ?? NO_PORTS) | routers;
    groups.set(key, { ports: wanted & ~forbidden, fixed: fixed !== undefined });
  }
  return groups;
}

/** The VLANs in which groups that are not known go to some ports only, and these. */
export function unregisteredInForce(plan: ForwardingPlan, state: ForwardingState): ReadonlyMap<VlanId, PortList> {
  const vlans = new Map<VlanId, PortList>();
  const filtering = [...plan.multicastFiltering].filter(([, mode]) => mode === 'filterUnregistered');
  for (const vlan of [...filtering.map(([each]) => each), ...plan.multicastVlans.keys()]) {
    vlans.set(vlan, state.routerPorts.get(vlan)?.ports ?? NO_PORTS);
  }
  return vlans;
}
