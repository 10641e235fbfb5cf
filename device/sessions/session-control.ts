/** Somebody who proves something by a password, as `Caller` names him. */
export interface Prover {
  /** Undefined where the way there knows no sessions. */
  readonly session: string | undefined;
  /** Undefined for a user at the device, who is never locked out. */
  readonly remoteAddress: string | undefined;
}

/** One session signed in. */
export interface SessionState {
  readonly id: string;
  /** From 1; its own until it ends. */
  readonly number: number;
  readonly user: string;
  readonly remoteAddress: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly signedInAt: number;
  /** Seconds since its last call that counts. */
  readonly idle: number;
}

/** Failed logins of one source. */
export interface SourceState {
  readonly remoteAddress: string;
  readonly failures: number;
  /** Seconds until logins are taken again; 0 where they are. */
  readonly lockedFor: number;
}

/** The sessions as features see them. */
export interface SessionControl {
  /** Sessions signed in now. */
  count(): number;
  lastLogin(): { readonly time: number; readonly remoteAddress: string } | undefined;
  /** Ends every session but `keep`. */
  endOthers(keep: string | undefined): void;
  /** Counts a wrong current password as a failed login of the browser that sent it. */
  countFailure(prover: Prover): void;
  /** Whether passwords from there are refused now. */
  isLocked(prover: Prover): boolean;
  /** A session has shown the password again: it may grant access for two minutes. */
  proved(session: string): void;
  /** Whether it has, and may still. */
  isProved(session: string): boolean;
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
  /** The hash of the initial password; undefined if it is no longer known. */
  readonly initialPasswordHash: string | undefined;
  list(): readonly SessionState[];
  /** Ends the session of this number for `by`; whether there is one. */
  endNumber(number: number, by: { readonly user: string; readonly remoteAddress: string | undefined }): boolean;
  sources(): readonly SourceState[];
  /**
   * Begins the wizard's move to a DHCP address (docs/specification/protocol.md, "Wizard hand-over"): for 120 s, while
   * the device counts as never configured, the constants script shows a one-use ticket only to the browser of this
   * session. Throws a `Refusal` (12) on a configured device.
   */
  offerHandOver(session: string): void;
  /**
   * The one-use ticket by which a session goes on at another address, which its browser takes no cookies to; "" where there is
   * no such session.
   */
  ticketToFollow(session: string): string;
}
