import type { AssignedVlan } from '../radius/assigned-vlan.ts';
import type { AuthenticatorState, PortSettings } from './state.ts';

/** The backend's answer to a response. */
export type BackendAnswer =
  /** `timeout` in milliseconds takes the place of the supplicant timeout. */
  | { readonly kind: 'challenge'; readonly eap: Uint8Array; readonly timeout: number | undefined }
  | {
      readonly kind: 'accept';
      /** An EAP-Success; undefined where the server sent none. */
      readonly eap: Uint8Array | undefined;
      /** The real identity, if the one sent in the clear differs from it. */
      readonly user?: string | undefined;
      readonly vlan: AssignedVlan;
      /** Milliseconds; undefined for none. */
      readonly sessionTimeout: number | undefined;
      /** At its end the station is asked again, and not closed out. */
      readonly thenReauthenticate: boolean;
    }
  | { readonly kind: 'reject'; readonly eap: Uint8Array | undefined; readonly user?: string | undefined }
  /** There was no answer. */
  | { readonly kind: 'silence' };

/** Events of an authenticator. */
export type AuthenticatorEvent =
  | { readonly kind: 'configure'; readonly ports: ReadonlyMap<number, PortSettings> }
  | { readonly kind: 'link'; readonly port: number; readonly isUp: boolean }
  /** An Ethernet frame without FCS. */
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array }
  /** The backend's answer to an exchange. */
  | { readonly kind: 'answer'; readonly port: number; readonly exchange: number; readonly answer: BackendAnswer }
  /** An administrator starts the port over, has it asked again, or its counters set to 0. */
  | { readonly kind: 'initialize' | 'reauthenticate' | 'clear'; readonly port: number }
  | { readonly kind: 'wake' };

/** A question for the backend. */
export interface BackendQuestion {
  readonly port: number;
  readonly exchange: number;
  /** The station's, with `exchange` of the question before; 0 where it begins a conversation. */
  readonly station: string;
  readonly former: number;
  readonly identity: string;
  /** The station's response. */
  readonly eap: Uint8Array;
}

/** Why a session ended, with the numbers of dot1xAuthSessionTerminateCause. */
export const TerminateCause = {
  supplicantLogoff: 1,
  portFailure: 2,
  supplicantRestart: 3,
  reauthFailed: 4,
  forcedUnauthorized: 5,
  portReinitialized: 6,
  portDisabled: 7,
  notTerminated: 999,
} as const;

/** News for the log. */
export type AuthenticatorNews =
  | {
      readonly kind: 'opened';
      readonly port: number;
      readonly station: string;
      readonly identity: string;
      readonly vlan: number | undefined;
      /** The exchange that the acceptance answered. */
      readonly exchange: number;
      /** It was open before. */
      readonly again: boolean;
    }
  | { readonly kind: 'closed'; readonly port: number; readonly station: string; readonly cause: number }
  /** `why`: the server or the user list refused it, the port cannot be in its VLAN, or there was no answer. */
  | {
      readonly kind: 'refused';
      readonly port: number;
      readonly station: string;
      readonly identity: string;
      readonly why: 'rejected' | 'vlan' | 'silence';
    }
  | { readonly kind: 'guest'; readonly port: number; readonly vlan: number }
  /** A port left its guest VLAN since its own requests came back to the switch. */
  | { readonly kind: 'looped'; readonly port: number };

/** Actions, and the state afterwards. */
export interface AuthenticatorStep {
  readonly state: AuthenticatorState;
  readonly send: readonly { readonly port: number; readonly frame: Uint8Array }[];
  readonly ask: readonly BackendQuestion[];
  readonly news: readonly AuthenticatorNews[];
}
