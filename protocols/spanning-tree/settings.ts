import type { RegionIdentifier } from './bpdu.ts';

/** A tree's number: 0 is the CIST, the tree of all bridges; 1..4094 are instances of the region. */
export type TreeNumber = number;

/** The protocol that a bridge uses. Each falls back to that of its neighbor. */
export type ProtocolName = 'stp' | 'rstp' | 'mstp';

/** Settings of a port in one tree. */
export interface TreePortSettings {
  /** 0..240, a multiple of 16. */
  readonly priority: number;
  /** Cost of the path to the root through this port, within the region; unused in the CIST of STP and RSTP. */
  readonly internalCost: number;
}

/** Settings of a port, and the state of its link. */
export interface SpanningTreePortSettings {
  /** It has a link and may be used. */
  readonly enabled: boolean;
  /** Its number in BPDUs, 1..4095. */
  readonly number: number;
  /** The address that its BPDUs come from. */
  readonly address: string;
  /** `yes` forwards at once, `auto` after three seconds without a BPDU; neither once it has heard one. */
  readonly edge: 'auto' | 'yes' | 'no';
  /** Whether there is at most one neighbor: only then are agreements valid. */
  readonly pointToPoint: boolean;
  /** It never becomes the root port. */
  readonly restrictedRole: boolean;
  /** Topology changes that it hears of go no further. */
  readonly restrictedChange: boolean;
  /** Topology changes that it hears of count for `protection`. */
  readonly protected: boolean;
  /** Cost of the path to the root of all bridges through it, from region to region. */
  readonly externalCost: number;
  /** By tree; the CIST is always there. */
  readonly trees: ReadonlyMap<TreeNumber, TreePortSettings>;
}

/** How often topology changes that protected ports hear of may empty the address table. */
interface ChangeProtection {
  /** BPDUs a cycle; those after them wait for its end. */
  readonly threshold: number;
  /** Seconds. */
  readonly cycle: number;
}

/** Settings of a bridge. Times are seconds. */
export interface SpanningTreeSettings {
  readonly protocol: ProtocolName;
  /** The bridge's MAC address: "00-11-22-AA-BB-CC". */
  readonly address: string;
  readonly maxAge: number;
  readonly helloTime: number;
  readonly forwardDelay: number;
  readonly maxHops: number;
  /** BPDUs that a port may send within a second. */
  readonly transmitHoldCount: number;
  readonly region: RegionIdentifier;
  /** Undefined where every topology change counts. */
  readonly protection: ChangeProtection | undefined;
  /**
   * The bridge's priority in each tree, 0..61440, a multiple of 4096; the CIST always exists, others only with MSTP.
   */
  readonly priorities: ReadonlyMap<TreeNumber, number>;
  /** By bridge port. */
  readonly ports: ReadonlyMap<number, SpanningTreePortSettings>;
}
