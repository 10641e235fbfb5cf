import type { RadiusQuestion, RadiusServer, RadiusWay } from './question.ts';
import { noStatistics, type RadiusStatistics, statisticsKey } from './statistics.ts';

/** A question that waits for an answer of one server. */
export interface Pending {
  readonly question: RadiusQuestion;
  readonly askedAt: number;
  readonly server: number;
  /** Monotonic milliseconds since when it waits for this server. */
  readonly turnAt: number;
  readonly identifier: number;
  readonly octets: Uint8Array;
  readonly sentAt: number;
  readonly dueAt: number;
  /** How often it may be sent again. */
  readonly left: number;
  /** Servers that did not answer it. */
  readonly tried: ReadonlySet<number>;
}

/** State of a client; opaque to everything but the client, except statistics. */
export interface RadiusState {
  readonly servers: readonly RadiusServer[];
  readonly pending: readonly Pending[];
  /** Monotonic milliseconds until which a server that did not answer is skipped. */
  readonly deadUntil: ReadonlyMap<number, number>;
  /** Monotonic milliseconds of the last response of a server to an authentication request. */
  readonly answeredAt: ReadonlyMap<number, number>;
  /** By `statisticsKey`. */
  readonly statistics: ReadonlyMap<string, RadiusStatistics>;
  /** The identifier that was used last, by server and way. */
  readonly identifiers: ReadonlyMap<string, number>;
  /** Monotonic milliseconds at which to send `wake`. */
  readonly wakeAt: number;
}

/** A client without servers. */
export const idleRadius: RadiusState = {
  servers: [],
  pending: [],
  deadUntil: new Map(),
  answeredAt: new Map(),
  statistics: new Map(),
  identifiers: new Map(),
  wakeAt: Number.POSITIVE_INFINITY,
};

/** The counters of one port of a server. */
export function statisticsOf(state: RadiusState, server: number, way: RadiusWay): RadiusStatistics {
  const counted = state.statistics.get(statisticsKey(server, way)) ?? noStatistics;
  const pending = state.pending.filter((one) => one.server === server && one.question.way === way).length;
  return { ...counted, pending };
}
