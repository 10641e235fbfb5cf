import { type AccessCondition, type AccessRulePlan, bitsOfField } from '../../model/access-control/access-rule.ts';
import { CAPTURE_RATE_MAXIMUM } from '../../model/capture/rate.ts';
import { parseIpv4 } from '../../model/values/ipv4.ts';
import { parseIpv6 } from '../../model/values/ipv6.ts';
import { type PortList, parsePortList, portsOf } from '../../model/values/port-list.ts';
import type { Attack } from '../attack.ts';
import type { CapturePlan } from '../capture.ts';
import {
  addressKey,
  type BridgePortNumber,
  type ClassifierPlan,
  type ConfiguredVlan,
  defaultPortPlan,
  emptyPlan,
  type ForwardingPlan,
  type GroupPlan,
  type GroupRange,
  type InterfacePlan,
  type LearningPlan,
  type MacAddress,
  type MirrorPlan,
  type MulticastFiltering,
  type NeighbourPlan,
  neighbourKey,
  type PortNumber,
  type PortPlan,
  type RatePlan,
  type RoutePlan,
  type StaticUnicastPlan,
  type VlanId,
  type VlanPlan,
} from '../plan.ts';
import { openPort, type PortAccess } from '../port-access.ts';
import type { PuntMatch, PuntPlan } from '../punt.ts';
import type { QueueingPlan } from '../queueing.ts';
import { emptyState, type ForwardingState } from '../state.ts';

/** A scenario's differences from the plain switch: six ports, untagged in VLAN 1. */
export interface WantedPlan {
  readonly ports?: Readonly<Record<PortNumber, Partial<PortPlan>>>;
  /** Port strings like "1-3,5". VLAN 1 is there as soon as it is not named. */
  readonly vlans?: Readonly<Record<number, WantedVlan | undefined>>;
  readonly learning?: Partial<LearningPlan>;
  readonly staticUnicast?: readonly StaticUnicastPlan[];
  readonly mirrors?: readonly { session?: number; target: PortNumber; ingress?: string; egress?: string }[];
  readonly interfaces?: readonly InterfacePlan[];
  readonly routes?: readonly RoutePlan[];
  readonly neighbours?: readonly NeighbourPlan[];
  /** Seconds by VLAN. */
  readonly arpAgeing?: Readonly<Record<VlanId, number>>;
  readonly forwardsIpv4?: boolean;
  /** Members by trunk number. */
  readonly trunks?: Readonly<Record<BridgePortNumber, string>>;
  /** The spanning-tree instance by VLAN. */
  readonly spanningTreeInstances?: Readonly<Record<VlanId, number>>;
  readonly groups?: readonly WantedGroup[];
  /** By VLAN. */
  readonly multicastFiltering?: Readonly<Record<VlanId, MulticastFiltering>>;
  readonly multicastVlans?: Readonly<Record<VlanId, WantedMulticastVlan>>;
  readonly deniedAttacks?: readonly Attack[];
  /** Port string. */
  readonly secured?: string;
  readonly passedGroups?: readonly MacAddress[];
  readonly destinationFilter?: readonly MacAddress[];
  /** By `accessRuleKey`. */
  readonly accessControl?: Readonly<Record<number, WantedAccessRule>>;
  /** In order; by default from no port. */
  readonly stationAccess?: Readonly<Record<number, Pick<WantedAccessRule, 'match' | 'ports'>>>;
  readonly classifiers?: readonly ClassifierPlan[];
  /** By default priorities wait in the queue of their own number, by strict priority. */
  readonly queueing?: WantedQueueing;
  /** Limits by port; what is not named has none. */
  readonly rates?: Readonly<Record<PortNumber, Partial<RatePlan>>>;
  /** Classes beside `controlClasses`. */
  readonly punts?: Readonly<Record<string, PuntPlan>>;
}

interface WantedQueueing extends Partial<Omit<QueueingPlan, 'trafficClasses'>> {
  readonly trafficClasses?: Readonly<Record<number, number>>;
}

interface WantedVlan {
  readonly tagged?: string;
  readonly untagged?: string;
  readonly forbidden?: string;
}

/** A multicast VLAN; port lists as port strings, groups as first and last address. */
interface WantedMulticastVlan extends WantedVlan {
  readonly sources: string;
  readonly groups: readonly (readonly [first: string, last: string])[];
  readonly messages?: readonly PuntMatch[];
  readonly priority?: number;
}

/** The ports of a multicast address in a VLAN, as port strings. */
interface WantedGroup {
  readonly vlan: VlanId;
  readonly address: MacAddress;
  /** None by default. */
  readonly ports?: string;
  readonly forbidden?: string;
}

/** An access rule: what is not said holds for every port, and permits. */
export interface WantedAccessRule extends Partial<Omit<AccessRulePlan, 'ports' | 'match'>> {
  /** By field: a value, or a value and a mask. */
  readonly match?: {
    readonly [Name in AccessCondition['field']]?: number | bigint | readonly [number | bigint, number | bigint];
  };
  readonly ports?: string;
}

/** The decisions of protocol engines in a scenario; lists are port strings. */
export interface WantedState {
  readonly instances?: Readonly<Record<number, { readonly learning: string; readonly forwarding: string }>>;
  readonly attended?: string;
  readonly trunks?: Readonly<Record<BridgePortNumber, { readonly collecting: string; readonly distributing: string }>>;
  /** By VLAN; 0 is every one. */
  readonly blocked?: Readonly<Record<VlanId, string>>;
  readonly memberships?: WantedPlan['vlans'];
  readonly groups?: readonly WantedGroup[];
  readonly routerPorts?: Readonly<Record<VlanId, string>>;
  /** By port; what is not said is open. */
  readonly access?: Readonly<Record<PortNumber, Partial<PortAccess>>>;
  readonly secureAddresses?: readonly StaticUnicastPlan[];
  /** Both ways, and all frames of its ports, unless said otherwise. */
  readonly capture?: Partial<Omit<CapturePlan, 'ports'>> & { readonly ports: string };
}

/** The ports that scenarios use. */
export const CONTRACT_PORTS: readonly PortNumber[] = [1, 2, 3, 4, 5, 6];

const control = (...matches: PuntMatch[]): PuntPlan => ({ stage: 'control', action: 'take', rate: 1000, matches });

/** The frames that never pass a bridge, as classes by their protocol. */
export const controlClasses: Readonly<Record<string, PuntPlan>> = {
  bpdu: control({ destination: '01-80-C2-00-00-00' }),
  eapol: control({ destination: '01-80-C2-00-00-03' }),
  gvrp: control({ destination: '01-80-C2-00-00-21' }),
  lacp: control({ destination: '01-80-C2-00-00-02' }),
  lldp: control({ destination: '01-80-C2-00-00-0E' }),
  loopback: control({ destination: 'CF-00-00-00-00-00' }),
};

const UNLIMITED: RatePlan = {
  ingressKilobits: undefined,
  egressKilobits: undefined,
  broadcasts: undefined,
  multicasts: undefined,
  unknownUnicasts: undefined,
};

/** The plan that a scenario wants. */
export function testPlan(wanted: WantedPlan = {}): ForwardingPlan {
  const plain = defaultPortPlan(ports('1-6'));
  return {
    ...emptyPlan,
    ports: new Map(CONTRACT_PORTS.map((port) => [port, { ...plain, ...wanted.ports?.[port] }])),
    vlans: vlansOf({ 1: { untagged: '1-6' }, ...wanted.vlans }),
    learning: { ...emptyPlan.learning, ...wanted.learning },
    staticUnicast: new Map(wanted.staticUnicast?.map((entry) => [addressKey(entry.vlan, entry.address), entry]) ?? []),
    mirrors: new Map(wanted.mirrors?.map((mirror) => [mirror.session ?? 1, mirrorOf(mirror)]) ?? []),
    interfaces: new Map(wanted.interfaces?.map((own) => [own.vlan, own]) ?? []),
    routes: new Map(wanted.routes?.map((route) => [route.destination, route]) ?? []),
    neighbours: new Map(wanted.neighbours?.map((one) => [neighbourKey(one.vlan, one.address), one]) ?? []),
    arpAgeing: numbered(wanted.arpAgeing, (seconds) => seconds),
    forwardsIpv4: wanted.forwardsIpv4 ?? false,
    punts: new Map(Object.entries({ ...controlClasses, ...wanted.punts })),
    classifiers: new Map(wanted.classifiers?.map((one, at) => [String(at), one]) ?? []),
    queueing: wanted.queueing && queueingOf(wanted.queueing),
    rates: numbered(wanted.rates, (rates) => ({ ...UNLIMITED, ...rates })),
    trunks: numbered(wanted.trunks, (members) => ({ members: ports(members), hash: 'sourceDestinationMac' as const })),
    spanningTreeInstances: numbered(wanted.spanningTreeInstances, (instance) => instance),
    groups: groupsOf(wanted.groups),
    multicastFiltering: numbered(wanted.multicastFiltering, (mode) => mode),
    multicastVlans: numbered(wanted.multicastVlans, ({ sources, groups, messages = [], priority, ...members }) => ({
      ...vlanOf(members),
      sources: ports(sources),
      groups: groups.map(groupRange),
      messages,
      priority,
    })),
    deniedAttacks: new Map(wanted.deniedAttacks?.map((attack) => [attack, true])),
    portSecurity: new Map(portsOf(ports(wanted.secured ?? '')).map((port) => [port, { maximum: 8 }])),
    accessControl: numbered(wanted.accessControl, accessRuleOf),
    passedGroups: new Map(wanted.passedGroups?.map((group) => [group, true])),
    stationAccess: numbered(wanted.stationAccess, ({ match = {}, ports: list = '' }) => ({
      match: conditionsOf(match),
      ports: ports(list),
    })),
    destinationFilter: new Map(wanted.destinationFilter?.map((address) => [address, true])),
  };
}

/** The state that a scenario wants. */
export function testState(wanted: WantedState = {}): ForwardingState {
  return {
    ...emptyState,
    instances: numbered(wanted.instances, ({ learning, forwarding }) => ({
      learning: ports(learning),
      forwarding: ports(forwarding),
    })),
    trunks: numbered(wanted.trunks, ({ collecting, distributing }) => ({
      collecting: ports(collecting),
      distributing: ports(distributing),
    })),
    attended: ports(wanted.attended ?? ''),
    blocked: numbered(wanted.blocked, (list) => ({ ports: ports(list) })),
    memberships: vlansOf(wanted.memberships ?? {}),
    groups: groupsOf(wanted.groups),
    routerPorts: numbered(wanted.routerPorts, (list) => ({ ports: ports(list) })),
    access: numbered(wanted.access, (one) => ({ ...openPort, ...one })),
    secureAddresses: new Map(wanted.secureAddresses?.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
    capture: wanted.capture && {
      ...{ direction: 'both', match: {}, rate: CAPTURE_RATE_MAXIMUM },
      ...wanted.capture,
      ports: ports(wanted.capture.ports),
    },
  };
}

function numbered<Given, Whole>(
  given: Readonly<Record<number, Given>> | undefined,
  make: (entry: Given) => Whole,
): Map<number, Whole> {
  return new Map(Object.entries(given ?? {}).map(([number, entry]) => [Number(number), make(entry)]));
}

function groupsOf(wanted: readonly WantedGroup[] = []): Map<string, GroupPlan> {
  const made = wanted.map((group) => ({
    ...group,
    ports: ports(group.ports ?? ''),
    forbidden: ports(group.forbidden ?? ''),
  }));
  return new Map(made.map((group) => [addressKey(group.vlan, group.address), group]));
}

function queueingOf({ trafficClasses, ...wanted }: WantedQueueing): QueueingPlan {
  return {
    priorities: [0, 1, 2, 3, 4, 5, 6, 7],
    codePoints: undefined,
    weights: undefined,
    ...wanted,
    trafficClasses: numbered(trafficClasses, (queue) => queue),
  };
}

/** A port string as a set. */
export function ports(text: string): PortList {
  const list = parsePortList(text);
  if (list === undefined) throw new RangeError(`"${text}" is no port list.`);
  return list;
}

function vlansOf(wanted: NonNullable<WantedPlan['vlans']>): Map<number, ConfiguredVlan> {
  const vlans = new Map<number, ConfiguredVlan>();
  for (const [vlan, membership] of Object.entries(wanted)) {
    if (!membership) continue;
    vlans.set(Number(vlan), { ...vlanOf(membership), forbidden: ports(membership.forbidden ?? '') });
  }
  return vlans;
}

function vlanOf(wanted: WantedVlan): VlanPlan {
  const untagged = ports(wanted.untagged ?? '');
  return { members: ports(wanted.tagged ?? '') | untagged, untagged };
}

/** A range of groups, as texts of its first and its last address. */
export function groupRange([first, last]: readonly [first: string, last: string]): GroupRange {
  if (first.includes(':')) return { version: 6, first: parseIpv6(first) ?? 0n, last: parseIpv6(last) ?? 0n };
  return { version: 4, first: BigInt(parseIpv4(first) ?? 0), last: BigInt(parseIpv4(last) ?? 0) };
}

function accessRuleOf({ match = {}, ports: list = '1-6', ...rule }: WantedAccessRule): AccessRulePlan {
  return {
    action: 'permit',
    ...rule,
    ports: ports(list),
    match: conditionsOf(match),
  };
}

function conditionsOf(match: NonNullable<WantedAccessRule['match']>): AccessCondition[] {
  return Object.entries(match).map(([name, wanted]): AccessCondition => {
    // The names are those of fields.
    const field = name as AccessCondition['field'];
    const [value, mask] = Array.isArray(wanted) ? wanted : [wanted, (1n << BigInt(bitsOfField(field))) - 1n];
    return { field, value: BigInt(value), mask: BigInt(mask) };
  });
}

function mirrorOf(wanted: NonNullable<WantedPlan['mirrors']>[number]): MirrorPlan {
  const { session = 1, target, ingress = '', egress = '' } = wanted;
  return { session, target, ingress: ports(ingress), egress: ports(egress) };
}

/** The address of the switch's own interfaces in scenarios. */
export const OWN_MAC = '02-FA-CE-00-00-01';

/** An interface of the switch in a VLAN, without an IP address unless one is given. */
export function ownInterface(vlan: number, addresses: InterfacePlan['addresses'] = []): InterfacePlan {
  return { vlan, name: `vlan${vlan}`, enabled: true, mac: OWN_MAC, addresses, dhcpClient: false };
}
