import type { PortList } from '../../model/values/port-list.ts';
import type { ProbeTokens } from './token.ts';

/** A port that takes part. */
export interface LoopPort {
  /** The VLAN of untagged frames that come in. */
  readonly pvid: number;
}

/** How loops are looked for. Times are milliseconds. */
export interface LoopSettings {
  /** The switch's own MAC address: only frames from it are believed. */
  readonly address: string;
  /** Whether a loop closes the whole port, or the port for the VLAN that loops. */
  readonly mode: 'port' | 'vlan';
  /** From the beginning of one round of probes to the next. */
  readonly interval: number;
  /** How long a place stays closed at least; Infinity: until the port leaves and comes back, or is recovered. */
  readonly recoverTime: number;
  /** Empty where detection is off. */
  readonly ports: ReadonlyMap<number, LoopPort>;
  /** VLAN membership, and the untagged ports of VLANs; only used in VLAN mode. */
  readonly vlans: ReadonlyMap<number, { readonly members: PortList; readonly untagged: PortList }>;
}

/** The place of a loop: a port, for one VLAN or (0) for all. */
export interface LoopPlace {
  readonly port: number;
  readonly vlan: number;
}

/** A place that is closed. */
export interface LoopBlock extends LoopPlace {
  /** When its recover time began. */
  readonly since: number;
  /** When a last probe went out to see whether the loop is still there; -Infinity before. */
  readonly testedAt: number;
}

/** State of detection. */
export interface LoopState {
  /** By `placeKey`. */
  readonly blocks: ReadonlyMap<string, LoopBlock>;
  /** Probes of this round that are still to be sent: by VLAN (0 for none) the ports. */
  readonly pending: readonly { readonly vlan: number; readonly ports: PortList }[];
  /** Tokens of probes, the newest first. */
  readonly tokens: readonly ProbeTokens[];
  /** How many probes were sent lately: since when, and how many. */
  readonly burst: { readonly since: number; readonly sent: number };
  /** When the next round begins. */
  readonly roundAt: number;
  /** When it wants to be woken; Infinity: not by itself. */
  readonly wakeAt: number;
}

/** Detection before it was configured. */
export const idleLoopDetection: LoopState = {
  blocks: new Map(),
  pending: [],
  tokens: [],
  burst: { since: Number.NEGATIVE_INFINITY, sent: 0 },
  roundAt: Number.POSITIVE_INFINITY,
  wakeAt: Number.POSITIVE_INFINITY,
};

/** The key of a place among the blocks. */
export function placeKey({ port, vlan }: LoopPlace): string {
  return `${port} ${vlan}`;
}
