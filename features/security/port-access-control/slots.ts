import { plannedSlot, slot } from '../../../device/slot.ts';
import type { Decision } from '../../../protocols/dot1x/access.ts';
import type { AuthenticatorPort, PortSettings } from '../../../protocols/dot1x/state.ts';

/** The authenticator's decision about a port, with the mode in which it was made. */
export interface PortDecision extends Decision {
  readonly mode: PortSettings['mode'];
}

/** The ports in `auto` that are open for somebody; the others are closed. */
export const portDecisions = plannedSlot<ReadonlyMap<number, PortDecision>>('portDecisions', new Map(), 'returns');

/** The session of a port, or its last one. Times are monotonic milliseconds. */
export interface PortSession {
  readonly id: string;
  readonly user: string;
  readonly station: string;
  readonly isLocal: boolean;
  readonly since: number;
  /** Undefined while it goes on. */
  readonly ended: { readonly at: number; readonly cause: number } | undefined;
  readonly traffic: SessionTraffic;
}

/** Octets and frames of a session. */
export interface SessionTraffic {
  readonly inOctets: bigint;
  readonly outOctets: bigint;
  readonly inFrames: bigint;
  readonly outFrames: bigint;
}

/** The running authenticator. */
export interface Authenticator {
  port(port: number): AuthenticatorPort | undefined;
  sessions(): Promise<ReadonlyMap<number, PortSession>>;
  initialize(port: number): void;
  reauthenticate(port: number): void;
  clear(): void;
}

/** The authenticator, while Port Access Control is on. */
export const authenticator = slot<Authenticator | undefined>('authenticator', undefined);
