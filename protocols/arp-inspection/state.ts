import type { Decision, InspectedVlan, Validation } from './verdict.ts';

/** Which decisions are kept in the log. */
export type Logging = 'deny' | 'permit' | 'all' | 'none';

/** A VLAN under inspection, and what is kept of its decisions. */
export interface LoggedVlan extends InspectedVlan {
  readonly logsList: Logging;
  readonly logsBindings: Logging;
}

/** How much a port may send: more than `rate` packets in each of `burst` seconds in a row is a flood. */
export interface RateLimit {
  readonly rate: number;
  /** Seconds. */
  readonly burst: number;
}

/** Settings of inspection. */
export interface InspectionSettings {
  readonly vlans: ReadonlyMap<number, LoggedVlan>;
  readonly validation: Validation;
  /** By bridge port; one that is not here has no limit. */
  readonly limits: ReadonlyMap<number, RateLimit>;
  /** Entries of the log at most. */
  readonly logSize: number;
  /** Milliseconds between two words about the same entry. */
  readonly logInterval: number;
}

/** Packets of a VLAN, by what became of them and why. */
export interface VlanCounts {
  readonly listPermits: number;
  readonly listDrops: number;
  readonly bindingPermits: number;
  readonly bindingDrops: number;
  readonly sourceMacFailures: number;
  readonly destinationMacFailures: number;
  readonly addressFailures: number;
}

/** Packets that are alike, as the log keeps them. */
export interface LogEntry {
  /** From 1. */
  readonly index: number;
  readonly port: number;
  readonly vlan: number;
  readonly senderAddress: string;
  readonly senderMac: string;
  readonly targetAddress: string;
  readonly permits: boolean;
  readonly reason: Decision | 'rate';
  readonly count: number;
  /** Monotonic milliseconds of the last one, and of the last word about them. */
  readonly at: number;
  readonly saidAt: number;
}

/** Traffic of a port in the second that began `from`, and the number of seconds in a row before that with too much. */
export interface PortPace {
  readonly from: number;
  readonly count: number;
  readonly streak: number;
}

/** State of inspection. */
export interface InspectionState {
  readonly counts: ReadonlyMap<number, VlanCounts>;
  /** Grouped by what makes packets equal; oldest first. */
  readonly log: ReadonlyMap<string, LogEntry>;
  readonly nextIndex: number;
  /** When it was said last that the log is full. */
  readonly saidFullAt: number;
  readonly paces: ReadonlyMap<number, PortPace>;
}

/** Nothing was counted. */
export const noCounts: VlanCounts = {
  listPermits: 0,
  listDrops: 0,
  bindingPermits: 0,
  bindingDrops: 0,
  sourceMacFailures: 0,
  destinationMacFailures: 0,
  addressFailures: 0,
};

/** Inspection that has seen nothing. */
export const idleInspection: InspectionState = {
  counts: new Map(),
  log: new Map(),
  nextIndex: 1,
  saidFullAt: Number.NEGATIVE_INFINITY,
  paces: new Map(),
};

/** Counts without those of some VLANs, or without any. */
export function withoutCounts(
  counts: InspectionState['counts'],
  vlans: ReadonlySet<number> | undefined,
): InspectionState['counts'] {
  return new Map([...counts].filter(([vlan]) => vlans && !vlans.has(vlan)));
}
