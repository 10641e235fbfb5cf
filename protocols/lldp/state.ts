import type { LldpInformation } from './information.ts';

/** Settings of one port. */
export interface LldpPort {
  /** Whether the link is up: while it is down nothing is sent, and no neighbors are kept. */
  readonly up: boolean;
  readonly transmit: boolean;
  readonly receive: boolean;
  /** The port's information about the system, without LLDP-MED. */
  readonly information: LldpInformation;
  /** Information sent once an LLDP-MED endpoint was detected there; the same as `information` if that adds nothing. */
  readonly toEndpoint: LldpInformation;
}

/** An administrator's settings of LLDP; times in milliseconds unless noted otherwise. */
export interface LldpSettings {
  /** The MAC address that frames are sent from. */
  readonly source: string;
  /** From one frame to the next where nothing changes (msgTxInterval). */
  readonly transmitInterval: number;
  /** How many intervals what was said is good for (msgTxHold). */
  readonly holdMultiplier: number;
  /** How long a port that was switched off stays silent. */
  readonly reinitDelay: number;
  /** From one frame to the next at least where what is said changes (lldpTxDelay). */
  readonly transmitDelay: number;
  /** Frames that follow each other fast where somebody new was heard (txFastInit). */
  readonly fastStart: number;
  /** By port number; empty where LLDP is off. */
  readonly ports: ReadonlyMap<number, LldpPort>;
}

/** Somebody at the other end of a cable. */
export interface Neighbour {
  /** The local port. */
  readonly port: number;
  /** lldpRemIndex: 1..2147483647, the same as long as it is known. */
  readonly index: number;
  readonly information: LldpInformation;
  /** Its LLDPDU as received. */
  readonly octets: Uint8Array;
  /** When it was first heard, when it last said something new, and when it is forgotten. */
  readonly since: number;
  readonly changedAt: number;
  readonly expiresAt: number;
}

/** The counters of a port (IEEE 802.1AB-2016 9.2.6). */
export interface PortStatistics {
  readonly sent: number;
  readonly received: number;
  /** Frames whose LLDPDU was no good, or reached past their end. */
  readonly errors: number;
  readonly discarded: number;
  readonly tlvsDiscarded: number;
  readonly tlvsUnrecognized: number;
  readonly ageouts: number;
  /** Names of VLANs that found no room in the last frame. */
  readonly namesLeftOut: number;
}

/** The counters of the neighbor table (lldpStatistics). */
export interface TableStatistics {
  /** When anything in it changed last; `undefined` where nothing ever did. */
  readonly lastChange: number | undefined;
  readonly inserts: number;
  readonly deletes: number;
  readonly drops: number;
  readonly ageouts: number;
}

/** The transmitting side of a port: the variables of IEEE 802.1AB-2016 9.2.5. */
export interface Transmitter {
  /** The last information sent, to notice changes; undefined while nothing is. */
  readonly said: Uint8Array | undefined;
  /** When the next frame is due though nothing changed (txTTR). */
  readonly dueAt: number;
  /** Frames of a fast start that are still to be sent (txFast). */
  readonly fast: number;
  /** A change that was not announced yet (localChange). */
  readonly changed: boolean;
  readonly sentAt: number;
  /** How many frames may be sent at `creditAt` (txCredit); one more each second, up to a limit. */
  readonly credit: number;
  readonly creditAt: number;
  /** Before this it keeps silent, since it was switched off (txShutdownWhile). */
  readonly silentUntil: number;
}

/** Everything that LLDP knows. */
export interface LldpState {
  readonly transmitters: ReadonlyMap<number, Transmitter>;
  /** By port and MSAP identifier. */
  readonly neighbours: ReadonlyMap<string, Neighbour>;
  readonly nextIndex: number;
  readonly statistics: ReadonlyMap<number, PortStatistics>;
  readonly table: TableStatistics;
  /** Until when the neighbor table counts as full (tooManyNeighborsTimer). */
  readonly tooManyUntil: number;
  /** When it wants to be woken; Infinity: not by itself. */
  readonly wakeAt: number;
}

const idleTable: TableStatistics = { lastChange: undefined, inserts: 0, deletes: 0, drops: 0, ageouts: 0 };

/** LLDP before it was configured. */
export const idleLldp: LldpState = {
  transmitters: new Map(),
  neighbours: new Map(),
  nextIndex: 1,
  statistics: new Map(),
  table: idleTable,
  tooManyUntil: Number.NEGATIVE_INFINITY,
  wakeAt: Number.POSITIVE_INFINITY,
};

/** Counters at their start. */
export const noStatistics: PortStatistics = {
  sent: 0,
  received: 0,
  errors: 0,
  discarded: 0,
  tlvsDiscarded: 0,
  tlvsUnrecognized: 0,
  ageouts: 0,
  namesLeftOut: 0,
};

/** The state with its counters at their start: those of one port, or all. When the table changed last is no counter. */
export function withoutStatistics(state: LldpState, port?: number): LldpState {
  if (port === undefined) {
    return { ...state, statistics: new Map(), table: { ...idleTable, lastChange: state.table.lastChange } };
  }
  const statistics = new Map(state.statistics);
  statistics.delete(port);
  return { ...state, statistics };
}

/** Adds to a port's counters. */
export function counted(
  state: LldpState,
  port: number,
  added: Partial<Omit<PortStatistics, 'namesLeftOut'>>,
): LldpState {
  const present = state.statistics.get(port) ?? noStatistics;
  const sums = Object.entries(added).map(([name, count]) => [
    name,
    present[name as keyof PortStatistics] + (count ?? 0),
  ]);
  const next: PortStatistics = { ...present, ...Object.fromEntries(sums) };
  return { ...state, statistics: new Map(state.statistics).set(port, next) };
}
