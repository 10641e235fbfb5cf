import { NO_PORTS, type PortList } from '../model/values/port-list.ts';

/** 1..64, as printed on the chassis; also the port's ifIndex. */
export type PortNumber = number;

/** 1..4094 (IEEE 802.1Q). */
export type VlanId = number;

/** Six octets as "00-11-22-AA-BB-CC", upper case, hyphens. */
export type MacAddress = string;

/** How a port negotiates: "auto", or forced megabits and duplex. */
export type PortMode = 'auto' | '10GF' | '1000F' | '100F' | '100H' | '10F' | '10H';

/** IEEE 802.1Q-2018 6.9: which frames a port lets in. */
export type AcceptableFrameTypes = 'all' | 'tagged' | 'untaggedAndPriority';

/** What is wanted of one physical port. */
export interface PortPlan {
  readonly admin: boolean;
  readonly mode: PortMode;
  /** Largest frame in octets with one tag and the FCS: 1522, or 9216 with jumbo frames. */
  readonly maximumFrame: number;
  readonly flowControl: boolean;
  /** Forward EAPOL (01-80-C2-00-00-03) like ordinary multicast instead of handing it to the agent. */
  readonly eapPass: boolean;
  /** Forward BPDUs (01-80-C2-00-00-00) like ordinary multicast instead of handing them to the agent. */
  readonly bpduPass: boolean;
  readonly pvid: VlanId;
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

/** How addresses are learnt. */
export interface LearningPlan {
  /** IVL keeps one forwarding database a VLAN, SVL one for all (IEEE 802.1Q-2018 8.8.8). */
  readonly constraint: 'independent' | 'shared';
  /** Seconds, 10..1000000; 0 never ages. */
  readonly ageingTime: number;
}

/** Pins a unicast address to a port: it neither ages nor moves. */
export interface StaticUnicastPlan {
  readonly vlan: VlanId;
  readonly address: MacAddress;
  readonly port: PortNumber;
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

/** The switch's own IP interface in a VLAN. */
export interface InterfacePlan {
  readonly vlan: VlanId;
  /** "vlan1"; at most 15 characters. */
  readonly name: string;
  readonly enabled: boolean;
  readonly mac: MacAddress;
  /** In canonical text, the primary one first. Empty where nothing is set or leased. */
  readonly addresses: readonly { readonly address: string; readonly prefix: number }[];
  /** Hand DHCP answers (IPv4 UDP to port 68) that arrive in this VLAN to the agent, whose client asks for an address. */
  readonly dhcpClient: boolean;
  /**
   * Hand ARP replies to `mac` that arrive in this VLAN to the agent as well as to the interface: it looks for stations
   * that use the switch's own addresses (RFC 5227). Default false.
   */
  readonly detectDuplicates?: boolean;
}

/**
 * Everything a datapath has to do, said declaratively: a driver holds it against what is in force and changes the
 * difference. Applying the same plan twice changes nothing. Unchanged parts keep their identity from plan to plan, so
 * that a driver may compare with === before it looks inside.
 */
export interface ForwardingPlan {
  readonly ports: ReadonlyMap<PortNumber, PortPlan>;
  readonly vlans: ReadonlyMap<VlanId, VlanPlan>;
  readonly learning: LearningPlan;
  /** By `staticUnicastKey`. */
  readonly staticUnicast: ReadonlyMap<string, StaticUnicastPlan>;
  /** By session. */
  readonly mirrors: ReadonlyMap<number, MirrorPlan>;
  /** By VLAN. */
  readonly interfaces: ReadonlyMap<VlanId, InterfacePlan>;
  /** Where the switch's default route points, in canonical IPv4 text; undefined for none. */
  readonly defaultGateway: string | undefined;
}

/** A port before anything is configured: it forwards untagged frames of VLAN 1 to every port in `forwardTo`. */
export function defaultPortPlan(forwardTo: PortList): PortPlan {
  return {
    admin: true,
    mode: 'auto',
    maximumFrame: 1522,
    flowControl: false,
    eapPass: false,
    bpduPass: false,
    pvid: 1,
    acceptableFrameTypes: 'all',
    ingressFiltering: true,
    forwardTo,
  };
}

/** The plan that forwards nothing. */
export const emptyPlan: ForwardingPlan = {
  ports: new Map(),
  vlans: new Map(),
  learning: { constraint: 'independent', ageingTime: 300 },
  staticUnicast: new Map(),
  mirrors: new Map(),
  interfaces: new Map(),
  defaultGateway: undefined,
};

/** The key of a static unicast entry: "10,00-11-22-AA-BB-CC". */
export function staticUnicastKey(vlan: VlanId, address: MacAddress): string {
  return `${vlan},${address}`;
}

/** The ports that a mirror session takes out of normal switching. */
export function mirrorTargets(plan: ForwardingPlan): PortList {
  let targets = NO_PORTS;
  for (const mirror of plan.mirrors.values()) targets |= 1n << BigInt(mirror.target - 1);
  return targets;
}
