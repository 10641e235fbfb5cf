import type { PortStatistics } from './statistics.ts';

/** States of the authenticator PAE, with the numbers of dot1xAuthPaeState (IEEE 802.1X-2004 8.2.4). */
export const PaeState = {
  initialize: 1,
  disconnected: 2,
  connecting: 3,
  authenticating: 4,
  authenticated: 5,
  aborting: 6,
  held: 7,
  forceAuthorized: 8,
  forceUnauthorized: 9,
  restart: 10,
} as const;

/** States of the backend authentication, with the numbers of dot1xAuthBackendAuthState (IEEE 802.1X-2004 8.2.9). */
export const BackendState = {
  request: 1,
  response: 2,
  success: 3,
  fail: 4,
  timeout: 5,
  idle: 6,
  initialize: 7,
  ignore: 8,
} as const;

/** How one port authenticates. Times are in milliseconds. */
export interface PortSettings {
  readonly control: 'forceAuthorized' | 'forceUnauthorized' | 'auto';
  /** One success opens the port to everyone, or each station is authenticated separately. */
  readonly mode: 'port' | 'station';
  readonly txPeriod: number;
  readonly quietPeriod: number;
  readonly supplicantTimeout: number;
  readonly serverTimeout: number;
  /** How often a request is sent, the first time included. */
  readonly maxRequests: number;
  /** Infinity for never. */
  readonly reauthPeriod: number;
  /** VLAN of ports without an answer; undefined for none. */
  readonly guestVlan: number | undefined;
  /** Whether the VLAN is taken that comes with an acceptance. */
  readonly dynamicVlan: boolean;
  /** Whether the port can be in this VLAN. */
  admitsVlan(vlan: number): boolean;
}

/** A station, or a port, that is authenticated. */
interface Authorization {
  /** Monotonic milliseconds. */
  readonly since: number;
  /** The VLAN that was assigned. */
  readonly vlan: number | undefined;
  /** Monotonic milliseconds at which it is asked again, and at which it ends. */
  readonly reauthAt: number;
  readonly endsAt: number;
}

/** State of the conversation with one station, or with the first that answers. */
export interface Conversation {
  /** Undefined until there is an answer. */
  readonly station: string | undefined;
  readonly pae: number;
  readonly backend: number;
  /** Of EAPOL, as the station speaks it. */
  readonly version: number;
  /** The request that waits for its response, and how often it was sent. */
  readonly request: Uint8Array | undefined;
  readonly tries: number;
  /** Purpose of the timer, and monotonic milliseconds at which it ends. */
  readonly timer: { readonly of: 'transmit' | 'supplicant' | 'server' | 'quiet'; readonly at: number } | undefined;
  /** The last exchange with the backend; 0 for none. */
  readonly exchange: number;
  readonly identity: string;
  readonly authorization: Authorization | undefined;
}

/** One port under an authenticator. */
export interface AuthenticatorPort {
  readonly settings: PortSettings;
  readonly isUp: boolean;
  /** By station; "" is the first that answers. */
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** There was no answer, and the port is in its guest VLAN. */
  readonly isGuest: boolean;
  readonly statistics: PortStatistics;
}

/** State of an authenticator. */
export interface AuthenticatorState {
  readonly ports: ReadonlyMap<number, AuthenticatorPort>;
  /** Of the last question to the backend. */
  readonly exchange: number;
  /** Monotonic milliseconds at which to send `wake`. */
  readonly wakeAt: number;
}

/** An authenticator without ports. */
export const idleAuthenticator: AuthenticatorState = {
  ports: new Map(),
  exchange: 0,
  wakeAt: Number.POSITIVE_INFINITY,
};
