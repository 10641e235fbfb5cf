import type { LacpParty } from './lacpdu.ts';

/** A port that takes part. */
export interface LacpPortSettings {
  /** The trunk that it is a candidate for: ports of different ones are never aggregated. 1 or more, below 4096. */
  readonly trunk: number;
  readonly active: boolean;
  /** Whether the partner is to be heard within 3 s instead of 90. */
  readonly shortTimeout: boolean;
  /** 0 to 65535; the lower, the sooner the port is chosen. */
  readonly priority: number;
  /** Megabits per second of a link at full duplex; 0 without such a link, at which nothing can be aggregated. */
  readonly speed: number;
}

/** The switch's settings of aggregation. */
export interface LacpSettings {
  /** The switch's own MAC address, which its frames come from as well. */
  readonly system: string;
  readonly systemPriority: number;
  /** Links of a trunk in use at most. */
  readonly places: number;
  readonly ports: ReadonlyMap<number, LacpPortSettings>;
}

/** States of the Receive machine (IEEE 802.1AX-2020 6.4.11). */
type ReceiveState = 'disabled' | 'expired' | 'defaulted' | 'current';

/** States of the Mux machine with independent control (IEEE 802.1AX-2020 6.4.13). */
export type MuxState = 'detached' | 'waiting' | 'attached' | 'collecting' | 'distributing';

/** State of a port in aggregation. Times are milliseconds of the clock passed in; Infinity: never. */
export interface LacpPort {
  /** As last sent to the partner, except for the state bits that follow from the machines. */
  readonly settings: LacpPortSettings;
  readonly receive: ReceiveState;
  readonly mux: MuxState;
  readonly selected: 'unselected' | 'selected' | 'standby';
  readonly partner: LacpParty;
  /** When what the partner said last holds no longer. */
  readonly partnerUntil: number;
  /** When the port has waited long enough for others to come with it. */
  readonly waitUntil: number;
  /** When a LACPDU is due though nothing changed. */
  readonly periodicAt: number;
  /** Something has to be sent. */
  readonly needToTransmit: boolean;
  /** When the last LACPDUs were sent, three at most. */
  readonly sentAt: readonly number[];
  /** When the last answers to markers were sent. */
  readonly answeredAt: readonly number[];
  readonly counts: LacpCounts;
}

/** Frames of a port since it takes part (IEEE8023-LAG-MIB dot3adAggPortStatsEntry). */
export interface LacpCounts {
  readonly lacpdusReceived: number;
  readonly lacpdusSent: number;
  readonly markersReceived: number;
  readonly markerResponsesReceived: number;
  readonly markerResponsesSent: number;
  readonly unknownReceived: number;
  readonly illegalReceived: number;
}

/** State of aggregation. */
export interface LacpState {
  readonly ports: ReadonlyMap<number, LacpPort>;
  /** When it wants to be woken; Infinity: not by itself. */
  readonly wakeAt: number;
}

/** Aggregation before it was configured. */
export const idleLacp: LacpState = { ports: new Map(), wakeAt: Number.POSITIVE_INFINITY };

/** The partner of a port that has none. */
export const noPartner: LacpParty = {
  systemPriority: 0,
  system: '00-00-00-00-00-00',
  key: 0,
  portPriority: 0,
  port: 0,
  state: 0,
};
