import type { PortSecuritySettings, PortSecurityState, SecurePlace } from './state.ts';

/** Events of port security. */
export type PortSecurityEvent =
  /** The settings are others than before, or the first ones. `stations` are where administrators are: they go first. */
  | {
      readonly kind: 'configure';
      readonly former: PortSecuritySettings | undefined;
      readonly stations: readonly SecurePlace[];
    }
  /** A frame came in from a source that its port does not know. */
  | { readonly kind: 'source'; readonly place: SecurePlace }
  /** Frames that were counted from each address, by `placeKey`. */
  | { readonly kind: 'heard'; readonly frames: ReadonlyMap<string, bigint> }
  | { readonly kind: 'linkDown'; readonly port: number }
  /** A port that a violation has closed was opened by an administrator. */
  | { readonly kind: 'opened'; readonly port: number }
  /** An administrator clears learned addresses that are not saved: of a port, one address, or all. */
  | { readonly kind: 'clear'; readonly port?: number; readonly address?: string }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' };

/** Events for the log and for managers. */
export type PortSecurityNews =
  | { readonly kind: 'violation'; readonly place: SecurePlace; readonly why: Refusal; readonly isNew: boolean }
  | { readonly kind: 'shut'; readonly place: SecurePlace; readonly why: Refusal }
  | { readonly kind: 'opened'; readonly port: number };

/** Why a source is not accepted. */
export type Refusal =
  | { readonly code: 'portFull' | 'switchFull' | 'noStation' | 'ownAddress' }
  | { readonly code: 'elsewhere'; readonly port: number };

/** Consequences of an event. */
export interface PortSecurityStep {
  readonly state: PortSecurityState;
  /** Of `source`: the frame goes on. */
  readonly admits: boolean;
  readonly news: readonly PortSecurityNews[];
  /** Addresses to add to the configuration, and to remove. */
  readonly keep: readonly SecurePlace[];
  readonly drop: readonly SecurePlace[];
}

/** A step that has no other consequence than this state. */
export function only(state: PortSecurityState): PortSecurityStep {
  return { state, admits: false, news: [], keep: [], drop: [] };
}
