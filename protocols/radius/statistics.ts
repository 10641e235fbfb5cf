import type { RadiusWay } from './question.ts';

/** Counters of one port of a server (RFC 4668, RFC 4670). Round trips are in milliseconds. */
export interface RadiusStatistics {
  readonly roundTrip: number;
  readonly requests: number;
  readonly retransmissions: number;
  readonly accepts: number;
  readonly rejects: number;
  readonly challenges: number;
  readonly responses: number;
  readonly malformed: number;
  readonly badAuthenticators: number;
  readonly pending: number;
  readonly timeouts: number;
  readonly unknownTypes: number;
  readonly dropped: number;
}

/** The counters of a port that nothing was sent to. */
export const noStatistics: RadiusStatistics = {
  roundTrip: 0,
  requests: 0,
  retransmissions: 0,
  accepts: 0,
  rejects: 0,
  challenges: 0,
  responses: 0,
  malformed: 0,
  badAuthenticators: 0,
  pending: 0,
  timeouts: 0,
  unknownTypes: 0,
  dropped: 0,
};

/** The key of the counters of one port of a server. */
export function statisticsKey(server: number, way: RadiusWay): string {
  return `${server} ${way}`;
}
