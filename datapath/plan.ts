import type { AccessCondition, AccessRulePlan } from '../model/access-control/access-rule.ts';
import { say } from '../model/values/message.ts';
import { NO_PORTS, type PortList } from '../model/values/port-list.ts';
import type { Attack } from './attack.ts';
import { and, type Claim, intersection, only, or, precedence, union } from './combiners.ts';
import type { BridgePortNumber, MacAddress, PortNumber, VlanId } from './identifiers.ts';
import { type PowerPart, type PowerPlan, powerColumns, powerSupplyColumns } from './power.ts';
import type { PuntMatch, PuntPart, PuntPlan } from './punt.ts';
import { puntColumns } from './punt.ts';
import type { QueueingPlan } from './queueing.ts';
import {
  type Columns,
  emptyOf,
  keyed,
  keyedValues,
  type PartOf,
  type PresentIn,
  record,
  value,
  type WholeOf,
} from './section.ts';

export type { BridgePortNumber, MacAddress, PortNumber, VlanId };

/** How a port negotiates: "auto", or forced megabits and duplex. */
export type PortMode = 'auto' | '10GF' | '1000F' | '100F' | '100H' | '10F' | '10H';

/** IEEE 802.1Q-2018 6.9: which frames a port accepts. */
export type AcceptableFrameTypes = 'all' | 'tagged' | 'untaggedAndPriority';

/** Settings of one physical port. */
export interface PortPlan {
  readonly admin: boolean;
  readonly mode: PortMode;
  /** Largest frame in octets with one tag and the FCS: 1522, or 9216 with jumbo frames. */
  readonly maximumFrame: number;
  readonly flowControl: boolean;
  /** Let the link sleep while it is idle (IEEE 802.3az), where the far end does so too and both negotiate. */
  readonly energyEfficient: boolean;
  /** Forward EAPOL (01-80-C2-00-00-03) like ordinary multicast; it is neither punted nor dropped. */
  readonly eapPass: boolean;
  /** Forward BPDUs (01-80-C2-00-00-00) like ordinary multicast; they are neither punted nor dropped. */
  readonly bpduPass: boolean;
  readonly pvid: VlanId;
  /** 0..7, of frames that come in without a tag and that no classifier gives one (IEEE 802.1Q-2018 6.9.4). */
  readonly priority: number;
  readonly acceptableFrameTypes: AcceptableFrameTypes;
  readonly ingressFiltering: boolean;
  /** The ports that frames entering here may leave by (private VLAN); it narrows VLAN membership, never widens it. */
  readonly forwardTo: PortList;
}

/** A VLAN in force. `untagged` is a subset of `members`; a port may be untagged in several VLANs. */
export interface VlanPlan {
  readonly members: PortList;
  readonly untagged: PortList;
}

/** A VLAN as configured. */
export interface ConfiguredVlan extends VlanPlan {
  /** Ports that no engine makes members (RFC 4363 dot1qVlanForbiddenEgressPorts), none of `members`; left out, there are none. */
  readonly forbidden?: PortList;
}

/**
 * Limits of what a physical port receives and sends in a second; undefined is no limit. Each member of a bridge port is
 * limited separately. Frames that are handed over at `control` are not subject to ingress limits.
 */
export interface RatePlan {
  /** Of all frames that come in, their FCS among their octets. */
  readonly ingressKilobits: number | undefined;
  /** Of all frames that leave, those of the switch itself and mirror copies among them. */
  readonly egressKilobits: number | undefined;
  /** Frames a second that come in to everybody, to a group, and to a unicast address that nothing is known of. */
  readonly broadcasts: number | undefined;
  readonly multicasts: number | undefined;
  readonly unknownUnicasts: number | undefined;
}

/** How a frame names the protocol of its payload (IEEE 802.1Q-2018 6.12.2): by its type, behind SNAP of RFC 1042, or by LLC. */
export type ProtocolFrameType = 'ethernet' | 'rfc1042' | 'llcOther';

/**
 * Says which VLAN a frame without one belongs to, untagged or priority-tagged; what is tagged keeps its VLAN. An untagged
 * frame gets the priority, too; a priority tag has one. Of several that fit, stations go first, then voice, then
 * surveillance, then protocols; the PVID is asked last.
 */
export type ClassifierPlan = { readonly vlan: VlanId; readonly priority: number } & (
  | { readonly rank: 'station'; readonly source: MacAddress }
  /** Sources that begin with the three octets that `prefix` begins with, at `ports`. */
  | { readonly rank: 'voice'; readonly prefix: MacAddress; readonly ports: PortList }
  /** One station, at `ports`. */
  | { readonly rank: 'surveillance'; readonly source: MacAddress; readonly ports: PortList }
  /** `value` is the type, or DSAP and SSAP in 16 bits; at `ports`. */
  | {
      readonly rank: 'protocol';
      readonly frameType: ProtocolFrameType;
      readonly value: number;
      readonly ports: PortList;
    }
);

/** How addresses are learned. */
export interface LearningPlan {
  /** IVL keeps one forwarding database a VLAN, SVL one for all (IEEE 802.1Q-2018 8.8.8). */
  readonly constraint: 'independent' | 'shared';
  /** Seconds, 10..1000000; 0 never ages. */
  readonly ageingTime: number;
}

/** Pins a unicast address to a bridge port: it neither ages nor moves. */
export interface StaticUnicastPlan {
  readonly vlan: VlanId;
  readonly address: MacAddress;
  readonly port: BridgePortNumber;
}

/** A port that accepts only frames from its secure addresses: those pinned to it. It learns nothing by itself. */
export interface PortSecurityPlan {
  /** Secure addresses that the agent admits there; a datapath does not count them. */
  readonly maximum: number;
}

/** The ports of one multicast address in a VLAN; its frames are no longer flooded. */
export interface GroupPlan {
  readonly vlan: VlanId;
  readonly address: MacAddress;
  readonly ports: PortList;
  /** Ports that are excluded even if others name them (IEEE 802.1Q-2018 8.8.1, "forbidden"). */
  readonly forbidden: PortList;
}

/**
 * How a VLAN handles multicast (IEEE 802.1Q-2018 8.6.6, RFC 4541 2.1.2). IPv4 and IPv6 packets that stay on their link
 * are always flooded, and so are groups that are not IP; a group of the plan goes where the plan says.
 * - `forwardUnregistered`: registered groups go to their ports, the others to every member;
 * - `forwardAll`: every group goes to every member, except those that the plan forbids;
 * - `filterUnregistered`: registered groups go to their ports, the others only to router ports.
 */
export type MulticastFiltering = 'forwardUnregistered' | 'forwardAll' | 'filterUnregistered';

/** Groups of IP, both ends included: addresses of 32 or of 128 bits. */
export interface GroupRange {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * A VLAN that carries streams from some of its members to the others, and nothing else. In it a group goes where the
 * state knows it, an unknown one only to its router ports. No VLAN of `vlans` has its ID, and engines do not add
 * members to it.
 */
export interface MulticastVlanPlan extends VlanPlan {
  /**
   * Of `members`: where packets to `groups` come in; what came in by one leaves by none of them. At those that get the VLAN
   * untagged, such packets without a VLAN belong to it, whatever classifiers say.
   */
  readonly sources: PortList;
  readonly groups: readonly GroupRange[];
  /** Other frames accepted from any member: a class takes them out at `inspection`. */
  readonly messages: readonly PuntMatch[];
  /** The priority of its frames that leave with a tag; undefined keeps theirs. */
  readonly priority: number | undefined;
}

/** Which of a frame's fields choose the member of a trunk that it leaves by. Frames alike in these stay on one member. */
type TrunkHash = 'sourceDestinationMac';

/**
 * Links that forward as one (IEEE 802.1AX). A frame received on a member never leaves by the same trunk. In every port
 * list of a plan or a state the lowest-numbered member represents the trunk; the other members' bits have no meaning
 * there.
 */
export interface TrunkPlan {
  /** Not empty. */
  readonly members: PortList;
  readonly hash: TrunkHash;
}

/** Copies frames to `target`, which leaves normal switching: it neither learns, nor floods, nor admits. */
export interface MirrorPlan {
  readonly session: number;
  readonly target: PortNumber;
  /** Frames as received on these ports, also those later filtered. */
  readonly ingress: PortList;
  /** Frames as sent by these ports. */
  readonly egress: PortList;
}

/** An address of an interface. */
interface InterfaceAddressPlan {
  readonly address: string;
  readonly prefix: number;
  /** No connection of the switch begins at it: it is an anycast address, or its time is nearly over (RFC 4862 5.5.4). */
  readonly isNoSource?: boolean;
  /** Other stations may have it as well. */
  readonly isAnycast?: boolean;
}

/** The switch's own IP interface in a VLAN. */
export interface InterfacePlan {
  readonly vlan: VlanId;
  /** "vlan1"; at most 15 characters. */
  readonly name: string;
  readonly enabled: boolean;
  readonly mac: MacAddress;
  /** In canonical text, the primary one first. Empty where nothing is set or leased. */
  readonly addresses: readonly InterfaceAddressPlan[];
  /** Its primary address is requested from a DHCP server; the manual one is used until there is a lease. */
  readonly dhcpClient: boolean;
  /**
   * Milliseconds after which a request to an IPv6 neighbor is repeated (RFC 4861 10, RETRANS_TIMER); one second by
   * default.
   */
  readonly retransmitTime?: number;
}

/** The route to a network that none of the switch's interfaces is in. Of several networks the longest prefix counts. */
export interface RoutePlan {
  /** In canonical text, host bits zero: "203.0.113.0/24", "::/0". */
  readonly destination: string;
  /** The VLAN of the interface that it leaves by; without that, enabled, it leads nowhere. */
  readonly vlan: VlanId;
  /** The neighbor there that receives it, in canonical text. */
  readonly gateway: string;
  /** 1..65535, as shown: no two routes of a plan are to the same network. */
  readonly metric: number;
}

/** A static neighbor of the switch's own station: its own messages change nothing. */
export interface NeighbourPlan {
  readonly vlan: VlanId;
  /** In canonical text, of either family. */
  readonly address: string;
  readonly mac: MacAddress;
}

/**
 * Packets for the switch itself that it accepts only on some ports. Of several entries that match a packet the first
 * decides; a packet that matches none is accepted on every port.
 */
export interface StationAccessPlan {
  /** All have to hold; each field once. */
  readonly match: readonly AccessCondition[];
  /** Bridge ports on which it is accepted. */
  readonly ports: PortList;
}

/** One feature's part of a port. */
export type PortPart = Partial<PortPlan>;

/** One feature's part of address learning; a topology change shortens the aging time (IEEE 802.1Q-2018 13.24). */
export interface LearningPart {
  readonly constraint?: LearningPlan['constraint'];
  readonly ageingTime?: Claim<'configured' | 'topologyChange', number>;
}

const portColumns: Columns<PortPlan, PortPart> = {
  admin: and,
  mode: only<PortMode>('auto', say('its mode')),
  maximumFrame: only(1522, say('its largest frame')),
  flowControl: only(false, say('its flow control')),
  energyEfficient: only(false, say('its Energy-Efficient Ethernet')),
  eapPass: or,
  bpduPass: only(false, say('its BPDUs')),
  priority: only(0, say('its priority')),
  pvid: only(1, say('its PVID')),
  acceptableFrameTypes: only<AcceptableFrameTypes>('all', say('its acceptable frame types')),
  ingressFiltering: or,
  forwardTo: intersection,
};

const vlanColumns: Columns<ConfiguredVlan, Partial<ConfiguredVlan>> = {
  members: union,
  untagged: union,
  forbidden: union,
};

const rateColumns: Columns<RatePlan, Partial<RatePlan>> = {
  ingressKilobits: only<number | undefined>(undefined, say('its ingress rate')),
  egressKilobits: only<number | undefined>(undefined, say('its egress rate')),
  broadcasts: only<number | undefined>(undefined, say('its storm control')),
  multicasts: only<number | undefined>(undefined, say('its storm control')),
  unknownUnicasts: only<number | undefined>(undefined, say('its storm control')),
};

const learningColumns: Columns<LearningPlan, LearningPart> = {
  constraint: only<LearningPlan['constraint']>('independent', say('how VLANs share addresses')),
  ageingTime: precedence(['configured', 'topologyChange'], 300, say('the aging time')),
};

const groupColumns: Columns<GroupPlan, GroupPlan> = {
  vlan: only(1, say('the group')),
  address: only('', say('the group')),
  ports: union,
  forbidden: union,
};

const routeColumns: Columns<RoutePlan, RoutePlan> = {
  destination: only('', say('destination')),
  vlan: only(1, say('its VLAN')),
  gateway: only('', say('its gateway')),
  metric: only(1, say('its metric')),
};

const neighbourColumns: Columns<NeighbourPlan, NeighbourPlan> = {
  vlan: only(1, say('its VLAN')),
  address: only('', say('its address')),
  mac: only('', say('its MAC address')),
};

/**
 * The sections of a plan with what joins the parts of several features. A new section is one line here, and each driver's
 * work; the empty plan and merging follow from the line.
 */
export const planSections = {
  /** Every port of the hardware. */
  ports: keyed<PortNumber, PortPlan, PortPart>(portColumns, {
    name: (port) => say('Port {{port}}', { port }),
    everyPort: true,
  }),
  /** By physical port; one that is not here has no limit. */
  rates: keyed<PortNumber, RatePlan, Partial<RatePlan>>(rateColumns, {
    name: (port) => say('Port {{port}}', { port }),
  }),
  /** Of every port; without it a port has one queue, in which frames leave as they come. */
  queueing: value<QueueingPlan | undefined>(only<QueueingPlan | undefined>(undefined, say('its queues'))),
  /** By physical port; one that is not here gives no power. */
  power: keyed<PortNumber, PowerPlan, PowerPart>(powerColumns, { name: (port) => say('Port {{port}}', { port }) }),
  powerSupply: record(powerSupplyColumns),
  trunks: keyedValues<BridgePortNumber, TrunkPlan | undefined>(only<TrunkPlan | undefined>(undefined, say('a trunk'))),
  vlans: keyed<VlanId, ConfiguredVlan, Partial<ConfiguredVlan>>(vlanColumns, {
    name: (vlan) => say('VLAN {{vlan}}', { vlan }),
  }),
  /** By VLAN. */
  multicastVlans: keyedValues<VlanId, MulticastVlanPlan | undefined>(
    only<MulticastVlanPlan | undefined>(undefined, say('a multicast VLAN')),
  ),
  /** The spanning-tree instance of a VLAN; 0, the CIST, where there is none (IEEE 802.1Q-2018 8.9.3). */
  spanningTreeInstances: keyedValues<VlanId, number>(only(0, say("a VLAN's spanning-tree instance"))),
  /** By a name of the feature's own; no two of one rank fit the same frame. */
  classifiers: keyedValues<string, ClassifierPlan | undefined>(
    only<ClassifierPlan | undefined>(undefined, say('a classifier')),
  ),
  learning: record<LearningPlan, LearningPart>(learningColumns),
  /** By `addressKey`. */
  staticUnicast: keyedValues<string, StaticUnicastPlan | undefined>(
    only<StaticUnicastPlan | undefined>(undefined, say('a static address')),
  ),
  /** Shapes of packets that are dropped wherever they come in. */
  deniedAttacks: keyedValues<Attack, boolean>(or),
  /** By port; a trunk and its members are never secured. */
  portSecurity: keyedValues<PortNumber, PortSecurityPlan | undefined>(
    only<PortSecurityPlan | undefined>(undefined, say('its port security')),
  ),
  /** By `addressKey`. */
  groups: keyed<string, GroupPlan, GroupPlan>(groupColumns, { name: (group) => say('Group {{group}}', { group }) }),
  /** By VLAN; `forwardUnregistered` where nothing is said. */
  multicastFiltering: keyedValues<VlanId, MulticastFiltering>(
    only<MulticastFiltering>('forwardUnregistered', say('multicast handling')),
  ),
  /**
   * Reserved groups whose application could run here but does not (GVRP's): at every port their frames are forwarded like ordinary
   * multicast, neither punted nor dropped (IEEE 802.1Q-2018 10.5).
   */
  passedGroups: keyedValues<MacAddress, boolean>(or),
  /** Unicast addresses to which nothing is forwarded, in any VLAN. */
  destinationFilter: keyedValues<MacAddress, boolean>(or),
  /** By `accessRuleKey`: of the rules that hold a frame the one decides whose turn is first (`accessTurn`). */
  accessControl: keyedValues<number, AccessRulePlan | undefined>(
    only<AccessRulePlan | undefined>(undefined, say('an access rule')),
  ),
  /** By session. */
  mirrors: keyedValues<number, MirrorPlan | undefined>(
    only<MirrorPlan | undefined>(undefined, say('a mirror session')),
  ),
  /** By VLAN. */
  interfaces: keyedValues<VlanId, InterfacePlan | undefined>(
    only<InterfacePlan | undefined>(undefined, say('an interface')),
  ),
  /** By destination: the one way to each network beyond the switch's own links, of either family. */
  routes: keyed<string, RoutePlan, RoutePlan>(routeColumns, {
    name: (destination) => say('Route {{destination}}', { destination }),
  }),
  /** By `neighbourKey`; in a VLAN without an interface that is enabled they mean nothing. */
  neighbours: keyed<string, NeighbourPlan, NeighbourPlan>(neighbourColumns, {
    name: (neighbor) => say('Neighbor {{neighbor}}', { neighbor }),
  }),
  /**
   * By VLAN: seconds after which an unconfirmed IPv4 neighbor expires; VLANs that are missing use the datapath's time.
   */
  arpAgeing: keyedValues<VlanId, number | undefined>(only<number | undefined>(undefined, say('the ARP aging time'))),
  /** Packets that the switch itself accepts only on some ports: the entry with the lowest key is checked first. */
  stationAccess: keyedValues<number, StationAccessPlan | undefined>(
    only<StationAccessPlan | undefined>(undefined, say('access to the switch itself')),
  ),
  /** Packets of IPv4 that are for none of the switch's addresses go on from one of its VLANs to another (RFC 4293 ipForwarding). */
  forwardsIpv4: value<boolean>(or),
  /** Which frames the agent is given, by kind. */
  punts: keyed<string, PuntPlan, PuntPart>(puntColumns, { name: (kind) => say('Frames of kind {{kind}}', { kind }) }),
};

/** One feature's part; sections that it does not use are left out. */
export type PlanPart = PartOf<typeof planSections>;

/**
 * Everything a datapath has to do, said declaratively: a driver holds it against what is in force and changes the
 * difference. Applying the same plan twice changes nothing. Unchanged parts keep their identity from plan to plan, so
 * that a driver may compare with === before it looks inside.
 */
export type ForwardingPlan = PresentIn<WholeOf<typeof planSections>>;

/** A port before anything is configured: it forwards untagged frames of VLAN 1 to every port in `forwardTo`. */
export function defaultPortPlan(forwardTo: PortList): PortPlan {
  return {
    admin: true,
    mode: 'auto',
    maximumFrame: 1522,
    flowControl: false,
    energyEfficient: false,
    eapPass: false,
    bpduPass: false,
    pvid: 1,
    priority: 0,
    acceptableFrameTypes: 'all',
    ingressFiltering: true,
    forwardTo,
  };
}

/** The plan that forwards nothing. */
// Sections leave out entries without meaning, which their types cannot express.
export const emptyPlan = emptyOf(planSections) as ForwardingPlan;

/** The key of an address in a VLAN: "10,00-11-22-AA-BB-CC". */
export function addressKey(vlan: VlanId, address: MacAddress): string {
  return `${vlan},${address}`;
}

/** The key of a neighbor: "10 192.0.2.9". */
export function neighbourKey(vlan: VlanId, address: string): string {
  return `${vlan} ${address}`;
}

/** The ports that a mirror session takes out of normal switching. */
export function mirrorTargets(plan: ForwardingPlan): PortList {
  let targets = NO_PORTS;
  for (const mirror of plan.mirrors.values()) targets |= 1n << BigInt(mirror.target - 1);
  return targets;
}
