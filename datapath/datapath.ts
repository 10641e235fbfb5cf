import type { Capability } from '../model/hardware/capability.ts';
import { type Message, say } from '../model/values/message.ts';
import type { PortList } from '../model/values/port-list.ts';
import { SpokenError } from '../model/values/spoken-error.ts';
import type { Attack } from './attack.ts';
import type { EchoOptions, EchoResult } from './host-stack.ts';
import type { BridgePortNumber, ForwardingPlan, MacAddress, PortNumber, VlanId } from './plan.ts';
import type { SecureSources } from './port-security.ts';
import type { ForwardingState } from './state.ts';

/** Hardware type of a port. */
export type PortMedia = 'copper' | 'fiber' | 'combo';

/** Capabilities of a port, fixed by hardware. */
export interface PortFacts {
  readonly number: PortNumber;
  /** The host's name for it ("eth1"), or the chassis's ("Port 1"). */
  readonly name: string;
  readonly media: PortMedia;
  /** Megabits per second it can run at, ascending. */
  readonly speeds: readonly number[];
  /** Whether it can power a device (IEEE 802.3at PSE). */
  readonly pse: boolean;
  /** Whether its link can sleep while idle (IEEE 802.3az); left out, it cannot. */
  readonly energyEfficient?: boolean;
}

/** Facts about a driver, fixed after `start`. */
export interface DatapathFacts {
  readonly kind: 'virtual' | 'openvswitch';
  readonly ports: readonly PortFacts[];
  readonly lacking: ReadonlySet<Capability>;
  /** Rows that the forwarding database holds. */
  readonly forwardingDatabaseSize: number;
  /** Mirror sessions that can run side by side. */
  readonly mirrorSessions: number;
  /** Milliwatts that it can give to powered devices; left out, it powers none. */
  readonly powerBudget?: number;
  /** Counters that the host does not provide: they stay at 0 and are unknown. */
  readonly uncounted: ReadonlySet<keyof PortCounters>;
}

/** A port's link as it is now. */
export interface PortState {
  readonly port: PortNumber;
  readonly link: 'up' | 'down';
  /** Megabits per second; 0 while the link is down. */
  readonly speed: number;
  readonly duplex: 'unknown' | 'half' | 'full';
}

/** Counters of one port since the driver started; they only grow (IF-MIB, EtherLike-MIB, RMON-MIB names). */
export interface PortCounters {
  readonly inOctets: bigint;
  readonly outOctets: bigint;
  readonly inUnicast: bigint;
  /** As the other two kinds: frames that were to be sent, those in `outDiscards` included (RFC 2863, ifOutUcastPkts). */
  readonly outUnicast: bigint;
  readonly inMulticast: bigint;
  readonly outMulticast: bigint;
  readonly inBroadcast: bigint;
  readonly outBroadcast: bigint;
  readonly inDiscards: bigint;
  readonly outDiscards: bigint;
  readonly inErrors: bigint;
  readonly outErrors: bigint;
  readonly fcsErrors: bigint;
  readonly alignmentErrors: bigint;
  readonly undersize: bigint;
  readonly oversize: bigint;
  readonly fragments: bigint;
  readonly jabbers: bigint;
  readonly symbolErrors: bigint;
  readonly internalMacReceiveErrors: bigint;
  readonly internalMacTransmitErrors: bigint;
  readonly singleCollisions: bigint;
  readonly multipleCollisions: bigint;
  readonly lateCollisions: bigint;
  readonly excessiveCollisions: bigint;
  readonly deferredTransmissions: bigint;
  readonly carrierSenseErrors: bigint;
  /** Frames that came in by their octets, check sequence included (RFC 2819 etherStatsPkts64Octets and the others). */
  readonly size64: bigint;
  readonly size65to127: bigint;
  readonly size128to255: bigint;
  readonly size256to511: bigint;
  readonly size512to1023: bigint;
  readonly size1024to1518: bigint;
}

/** How an idle link sleeps (IEEE 802.3 clause 78). */
export interface EnergyState {
  /** Whether the far end can, too. */
  readonly partner: 'yes' | 'no' | 'unknown';
  /** Whether both ends have agreed to. */
  readonly isActive: boolean;
  /** Whether this end, and the far end, go to sleep. */
  readonly sendsIdle: boolean;
  readonly receivesIdle: boolean;
  /** Microseconds until the link is awake again; undefined if unknown. */
  readonly wakeTime: number | undefined;
}

/** Frames that each limit of what comes in by a port (`RatePlan`) has dropped since the driver started. */
export interface RateDrops {
  readonly ingressKilobits: bigint;
  readonly broadcasts: bigint;
  readonly multicasts: bigint;
  readonly unknownUnicasts: bigint;
}

/** One row of the forwarding database. */
export interface ForwardingEntry {
  /** The filtering database: the VLAN under independent learning, 1 under shared learning. */
  readonly fid: VlanId;
  readonly address: MacAddress;
  /** 0 is the switch itself. */
  readonly port: BridgePortNumber;
  readonly origin: 'learned' | 'static' | 'self';
  /** Seconds since its last frame; 0 for what does not age. */
  readonly age: number;
}

/**
 * The state of a neighbor (RFC 4861 7.3.2); "probe" while a known one is asked again, "incomplete" before the first
 * answer.
 */
export type NeighbourState = 'reachable' | 'stale' | 'delay' | 'probe' | 'incomplete';

/** One neighbor of the switch's own station. */
export interface NeighbourEntry {
  readonly vlan: VlanId;
  /** In canonical text, of either family. */
  readonly address: string;
  /** Undefined until there is an answer. */
  readonly mac: MacAddress | undefined;
  readonly origin: 'learned' | 'static';
  readonly state: NeighbourState;
  /** Seconds since it last confirmed itself; 0 for what does not age. */
  readonly age: number;
}

/** Learned neighbors to forget; every given property has to match. */
export interface NeighbourSelection {
  readonly version: 4 | 6;
  readonly vlan?: VlanId;
  readonly address?: string;
}

/** Which learned entries to forget; every named part has to fit. Nothing named means all. */
export interface FlushSelection {
  /** Entries at any of these physical ports, or at a trunk of which one is a member. */
  readonly ports?: PortList;
  /** Entries heard in any of these VLANs. */
  readonly vlans?: ReadonlySet<VlanId>;
  readonly address?: MacAddress;
}

/** The path of one end of a TCP connection to the switch. */
export interface ManagementPath {
  readonly port: BridgePortNumber;
  readonly vlan: VlanId;
  readonly clientMac: MacAddress;
}

/** The two ends of a TCP connection, as the agent's socket shows them. */
export interface Connection {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
}

/** A frame that the plan hands to the agent. */
export interface PuntedFrame {
  /** The class of the plan's `punts` that it is of. */
  readonly kind: string;
  /** The physical port that it came in by. */
  readonly port: PortNumber;
  /** The VLAN it was classified into; undefined for what is handed over at `control`, before classification. */
  readonly vlan: VlanId | undefined;
  /**
   * The whole frame exactly as received, tags and checksums included, without FCS; behind the access control list with the
   * priority and the DSCP that its rule gave it.
   */
  readonly frame: Uint8Array;
  /**
   * Of what was taken out behind the access control list: the priority that its rule gave it, which nothing that the packet says
   * of itself overrules; left out where none did.
   */
  readonly priority?: number;
}

/** Live figures that only hardware has; `virtual` simulates them, a driver without the hardware leaves them out. */
export interface Environment {
  /** Degrees Celsius. */
  readonly temperature?: number;
  readonly fans?: readonly ('up' | 'down')[];
  readonly power?: {
    /** Milliwatts that the supply can give to powered devices. */
    readonly budget: number;
    readonly ports: ReadonlyMap<PortNumber, PowerState>;
  };
}

/** Counts of one port since the driver started (RFC 3621 pethPsePortTable). */
export interface PowerCounters {
  /** A powered device stopped drawing power. */
  readonly absent: number;
  /** Something was found that is no powered device, or one that the port does not accept. */
  readonly invalidSignature: number;
  readonly denied: number;
  readonly overload: number;
  readonly short: number;
}

/** Power over Ethernet at one port; the labels are those of docs/specification/product.md 4. */
export interface PowerState {
  readonly status:
    | 'POWER ON'
    | 'POWER OFF'
    | 'Time-Based OFF'
    | 'Short'
    | 'Overload'
    | 'Power denied'
    | 'Thermal shutdown';
  /** RFC 3621 pethPsePortDetectionStatus. */
  readonly detection: 'disabled' | 'searching' | 'deliveringPower' | 'fault' | 'otherFault';
  /** The class of the device that is found (IEEE 802.3 33.2.6), "legacy" for one from before the standard; undefined without. */
  readonly powerClass: number | 'legacy' | undefined;
  /** Milliwatts drawn now. */
  readonly milliwatts: number;
  /** Milliwatts of the supply that count as in use for the device if that is not its draw: the maximum of its class. */
  readonly allocated?: number;
  /** Tenths of volts at the port. */
  readonly decivolts: number;
  readonly counters: PowerCounters;
}

/** One of the four pairs of a copper cable, as a test finds it. */
export interface CablePair {
  readonly status: 'ok' | 'open' | 'short' | 'openOrShort' | 'crosstalk' | 'unknown' | 'noCable';
  /** The length of the pair, or the distance of the fault; undefined if unknown. */
  readonly metres: number | undefined;
}

/** The refusal of a test of a port that has none. */
export function noCableTest(port: PortNumber): SpokenError {
  return new SpokenError(say('Port {{port}} cannot be tested.', { port }));
}

/** Events that a driver reports to the agent without being asked. */
export interface DatapathEvents {
  /** A link came up or went down, or changed its speed. */
  portChanged(state: PortState): void;
  /** A frame for the agent. */
  framePunted(frame: PuntedFrame): void;
  /**
   * Something an administrator should read in the log. `level` is a syslog severity (RFC 5424): 2 critical, 3 error,
   * 4 warning, 5 notice, 6 informational.
   */
  report(level: 2 | 3 | 4 | 5 | 6, message: Message): void;
}

/**
 * The boundary between the control plane and whatever forwards frames. A driver only forwards: it knows ports, VLANs and
 * addresses, never objects or pages. Every method may be called at any time after `start` and is answered in order.
 * A driver supervises what it depends on: after a crash of that part it converges to the last plan by itself.
 */
export interface Datapath {
  /**
   * Looks at the ports and changes nothing: `facts` hold afterwards. Rejects with one clear sentence where there is no switch. A driver
   * whose facts hold from the beginning has none.
   */
  inspect?(): Promise<void>;
  /** Takes the ports and begins to supervise; inspects them first, if that was not done. Rejects with one clear sentence where it cannot. */
  start(events: DatapathEvents): Promise<void>;
  readonly facts: DatapathFacts;
  /** Makes `plan` the plan in force. Rejects with one clear sentence, the former plan then being still in force. */
  apply(plan: ForwardingPlan): Promise<void>;
  /**
   * Makes `state` the state in force, at once: it never waits for an `apply` under way, holds across plans, and is put in
   * force again after a recovery. It names only ports, VLANs and trunks; what the plan in force does not have is passed over,
   * and holds from the first moment of a plan that has it: a state may come before the plan that it is for, the first one too.
   * Never rejects; what cannot be done is reported and tried again.
   */
  update(state: ForwardingState): void;
  /** By port number, all ports. */
  portStates(): Promise<ReadonlyMap<PortNumber, PortState>>;
  portCounters(): Promise<ReadonlyMap<PortNumber, PortCounters>>;
  /** In order of FID, then address. */
  forwardingDatabase(): Promise<readonly ForwardingEntry[]>;
  /** Forgets learned entries; returns how many. */
  flush(selection: FlushSelection): Promise<number>;
  /** The neighbors of the switch's own station, in no order. */
  neighbours(): Promise<readonly NeighbourEntry[]>;
  /** Forgets learned neighbors; returns how many. Those that are needed are resolved again. */
  forgetNeighbours(selection: NeighbourSelection): Promise<number>;
  /** Copies that a mirror session could not deliver since start, by session. */
  mirrorDrops(): Promise<ReadonlyMap<number, bigint>>;
  /** By port number: the ports that can do Energy-Efficient Ethernet. */
  energyStates(): Promise<ReadonlyMap<PortNumber, EnergyState>>;
  /** By port number; ports that never had a limit may be left out. */
  rateDrops(): Promise<ReadonlyMap<PortNumber, RateDrops>>;
  secureSources(): Promise<SecureSources>;
  /**
   * Frames of each class of the plan's `punts` that the agent did not get since the start, because the class was over its rate;
   * classes that never were may be left out.
   */
  puntDrops(): Promise<ReadonlyMap<string, bigint>>;
  /** Frames that were dropped for the shape of an attack since the start; shapes that were never denied may be left out. */
  attackDrops(): Promise<ReadonlyMap<Attack, bigint>>;
  /**
   * Frames that each rule of the plan's `accessControl` has decided, by its key. They count from when it came, as long as it
   * looks for the same frames; a recovery may lose those of its last moments.
   */
  accessHits(): Promise<ReadonlyMap<number, bigint>>;
  /**
   * Sends a frame (without FCS) out of `port` as it is, past VLANs; by one that sends nothing (`PortAccess`) EAPOL alone. It leaves
   * once the state that was given before is in force, or after a second.
   */
  transmit(port: PortNumber, frame: Uint8Array): void;
  /** The way a connection to the switch itself comes in; undefined where it comes in past the switch (loopback). */
  locate(connection: Connection): Promise<ManagementPath | undefined>;
  /**
   * Sends one echo request from the switch itself (RFC 792, RFC 4443); never rejects. `address` is in canonical text, a link-local
   * one with the VLAN that it is in.
   */
  echo(address: string, options: EchoOptions & { readonly vlan?: VlanId | undefined }): Promise<EchoResult>;
  /**
   * Sends an untagged frame (without FCS) from the switch itself into `vlan`: it is looked up, flooded and tagged like
   * any other, by the state that was given before. If `within` is given, it leaves only by these ports.
   */
  originate(vlan: VlanId, frame: Uint8Array, within?: PortList): void;
  /**
   * Lets a frame that was taken out go on at the stage behind, as `frame` where one is given (without FCS, tags as received).
   * Of what was taken at `inspection`, `within` narrows where it leaves: a port list as in a plan. It finds the state that was given
   * before.
   */
  resume(punted: PuntedFrame, frame?: Uint8Array, within?: PortList): void;
  /**
   * Tests the copper cable of a physical port; its link may be down meanwhile, for about a second. Resolves to pairs A to D as
   * far as they are known. Rejects with a `SpokenError` where the port has no such test, or where it failed.
   */
  testCable(port: PortNumber): Promise<readonly CablePair[]>;
  environment(): Promise<Environment>;
  /** The ports that give power now and would not under `plan`; left out by a driver that powers nothing. */
  losingPower?(plan: ForwardingPlan): Promise<PortList>;
  /**
   * Ends its work before the services end theirs, where it forwards on without an agent: neither what they say at their end nor
   * what they undo reaches it. Left out by a driver that forwards only itself.
   */
  release?(): Promise<void>;
  /** Stops forwarding, and removes what it made on the host; nothing after `release` left something forwarding. */
  stop(): Promise<void>;
}
