import type { Exchange } from './exchange.ts';
import type { Dhcpv6Lease } from './lease.ts';

/** The administrator's settings of one interface, and its identity. */
export interface Dhcpv6Settings {
  /** The interface's own address, "00-11-22-AA-BB-CC". */
  readonly mac: string;
  /** Its link-local address, in canonical text. */
  readonly linkLocal: string;
  /** Distinguishes this interface from others of the switch, the same after every start: 32 bits. */
  readonly association: number;
  /** The server may give an address at once, without being chosen first. */
  readonly rapidCommit: boolean;
}

/** State of a client; `stopped` is one that had to release its addresses. */
type Dhcpv6Phase =
  | 'stopped'
  | 'soliciting'
  | 'requesting'
  | 'bound'
  | 'confirming'
  | 'renewing'
  | 'rebinding'
  | 'declining';

/** A server's offer. */
interface Offer {
  /** 0..255: the highest is taken. */
  readonly preference: number;
  readonly lease: Dhcpv6Lease;
}

/** Addresses that the client gives back. */
interface Departure {
  readonly addresses: readonly string[];
  readonly server: string;
}

/** The client of one interface. */
export interface Dhcpv6State {
  readonly phase: Dhcpv6Phase;
  /** Monotonic milliseconds at which to send `wake`; Infinity for never. */
  readonly wakeAt: number;
  /** Addresses in use; empty where there are none, `lease` then being undefined. */
  readonly lease: Dhcpv6Lease | undefined;
  /** While soliciting, the best one so far; while requesting, the one that is asked for. */
  readonly offer: Offer | undefined;
  /** The exchange under way; undefined while bound or stopped. */
  readonly exchange: Exchange | undefined;
  /** The addresses being declined, and their server. */
  readonly leaving: Departure | undefined;
  /** Longest pause between solicitations as a server said it, milliseconds; undefined for the usual one. */
  readonly solicitMaximum: number | undefined;
  /** Number of times in a row that the client had to start over before an address was usable for a while. */
  readonly setbacks: number;
  /** The last number of a pseudo-random row; never 0. */
  readonly random: number;
}

/** A client that has not begun; its first event is `start`. `seed` should differ from device to device and from start to start. */
export function stoppedDhcpv6(seed: number): Dhcpv6State {
  return {
    phase: 'stopped',
    wakeAt: Number.POSITIVE_INFINITY,
    lease: undefined,
    offer: undefined,
    exchange: undefined,
    leaving: undefined,
    solicitMaximum: undefined,
    setbacks: 0,
    random: seed >>> 0 || 1,
  };
}
