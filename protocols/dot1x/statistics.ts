/** A port's counters of EAPOL (dot1xAuthStatsTable of IEEE8021-PAE-MIB). */
export interface PortStatistics {
  readonly received: number;
  readonly sent: number;
  readonly starts: number;
  readonly logoffs: number;
  readonly identities: number;
  readonly responses: number;
  readonly identityRequests: number;
  readonly requests: number;
  readonly invalid: number;
  readonly lengthErrors: number;
  /** Of the last frame: version and source; 0 and "" before there was one. */
  readonly lastVersion: number;
  readonly lastSource: string;
}

/** A counter, not what is known of the last frame. */
export type EapolCounter = Exclude<keyof PortStatistics, 'lastVersion' | 'lastSource'>;

/** Nothing counted yet. */
export const noStatistics: PortStatistics = {
  received: 0,
  sent: 0,
  starts: 0,
  logoffs: 0,
  identities: 0,
  responses: 0,
  identityRequests: 0,
  requests: 0,
  invalid: 0,
  lengthErrors: 0,
  lastVersion: 0,
  lastSource: '',
};
