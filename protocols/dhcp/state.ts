import type { DhcpLease } from './lease.ts';

/** The states of RFC 2131 figure 5; `stopped` is a client that had to release its address. */
type DhcpPhase = 'stopped' | 'selecting' | 'requesting' | 'bound' | 'renewing' | 'rebinding';

/** State of a client. */
export interface DhcpState {
  readonly phase: DhcpPhase;
  /** Monotonic milliseconds at which to send `wake`. */
  readonly wakeAt: number;
  /** The lease in use while bound, renewing or rebinding; the offer being taken while requesting. */
  readonly lease: DhcpLease | undefined;
  readonly transaction: number;
  /** Requests sent in this round. */
  readonly attempt: number;
  /** Addresses in a row that were refused, or had to be declined, before they served for a while. */
  readonly setbacks: number;
  /** Monotonic milliseconds at which this round began, and at which its last request left. */
  readonly began: number;
  readonly sentAt: number;
  /** The last number of a pseudo-random row; never 0. */
  readonly random: number;
}

/** A client that has not begun; its first event is `start`. `seed` should differ from device to device and from start to start. */
export function stoppedDhcp(seed: number): DhcpState {
  return {
    phase: 'stopped',
    wakeAt: Number.POSITIVE_INFINITY,
    lease: undefined,
    transaction: 0,
    attempt: 0,
    setbacks: 0,
    began: 0,
    sentAt: 0,
    random: seed >>> 0 || 1,
  };
}
