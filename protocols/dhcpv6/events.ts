import type { Dhcpv6Lease } from './lease.ts';
import type { Dhcpv6State } from './state.ts';

/** Events of a client. */
export type Dhcpv6Event =
  /** The client was switched on. */
  | { readonly kind: 'start' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame for the client came in (untagged or tagged, without FCS). */
  | { readonly kind: 'frame'; readonly octets: Uint8Array }
  /** The administrator wants the lease renewed, or one, now. */
  | { readonly kind: 'renew' }
  /** The client was switched off: it gives its addresses back, and rests until `start`. */
  | { readonly kind: 'release' }
  /** Another station was found to have an address (RFC 4862 5.4). */
  | { readonly kind: 'conflict'; readonly address: string }
  /** The link came up again: the switch may have been moved. */
  | { readonly kind: 'linkUp' };

/** Why addresses went. */
export type Dhcpv6Loss = 'expired' | 'refused' | 'released' | 'conflict' | 'moved';

/** Outcome of the lease. */
export type Dhcpv6News =
  | { readonly kind: 'bound' | 'renewed'; readonly lease: Dhcpv6Lease }
  /** The addresses must not be used any longer. */
  | { readonly kind: 'lost'; readonly addresses: readonly string[]; readonly reason: Dhcpv6Loss }
  /** No server has answered for a while; the client goes on asking, ever more seldom. */
  | { readonly kind: 'unanswered' };

/** Consequences of an event. */
export interface Dhcpv6Step {
  readonly state: Dhcpv6State;
  /** Frames to let into the VLAN, untagged, without FCS. */
  readonly send: readonly Uint8Array[];
  readonly news: readonly Dhcpv6News[];
}
