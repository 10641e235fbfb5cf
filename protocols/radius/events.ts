import type { RadiusPacket } from './packet.ts';
import type { RadiusQuestion, RadiusServer, RadiusWay } from './question.ts';
import type { RadiusState } from './state.ts';

/** Events of a client. */
export type RadiusEvent =
  | { readonly kind: 'configure'; readonly servers: readonly RadiusServer[] }
  /** The counters are cleared. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'ask'; readonly question: RadiusQuestion }
  /** No caller waits for it any longer. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'datagram'; readonly server: number; readonly way: RadiusWay; readonly octets: Uint8Array }
  /** A server cannot be reached at all. */
  | { readonly kind: 'unreachable'; readonly server: number; readonly way: RadiusWay }
  | { readonly kind: 'wake' };

/** Outcome of a question: a signed answer, or none from any server, including one that fits no packet. */
export type RadiusOutcome =
  | { readonly kind: 'answer'; readonly packet: RadiusPacket; readonly server: number }
  | { readonly kind: 'silence' };

/** Actions, and the state afterwards. */
export interface RadiusStep {
  readonly state: RadiusState;
  readonly send: readonly { readonly server: number; readonly way: RadiusWay; readonly octets: Uint8Array }[];
  readonly done: readonly { readonly id: number; readonly outcome: RadiusOutcome }[];
  /** Servers that stopped answering, and servers that answer again. */
  readonly news: readonly { readonly server: number; readonly answers: boolean }[];
}
