import { type Message, say } from '../../model/values/message.ts';

/** A session of the fleet console. Times are milliseconds since 1970; of its secrets only the hashes are kept. */
export interface KeptSession {
  /** SHA-256 of the token that its calls carry, in hexadecimal digits; likewise of the browser's cookie. */
  readonly tokenHash: string;
  readonly browser: string;
  /** By what it is named to others; opens nothing. */
  readonly id: string;
  readonly user: string;
  readonly tenant: string;
  /** Source address at its start. */
  readonly address: string;
  readonly signedInAt: number;
  /** Of its last call that counts. */
  readonly lastUsed: number;
  /** Until when it counts as one whose user has shown his password again; 0 where he has not. */
  readonly provedUntil: number;
  /** Reason of its end for its browser; undefined while it lives. */
  readonly ended: Message | undefined;
}

/** A login that is to become a session. */
export interface MadeSession extends Omit<KeptSession, 'lastUsed' | 'provedUntil' | 'ended'> {
  /** Of the login: one opens one session. */
  readonly nonce: string;
  /** Of the account, as its password was proved. */
  readonly passwordHash: string;
}

/** Reason of the end of sessions whose account is removed, or gets another password or tenant. */
export const accountChanged = say('The account was changed. Please log in again.');

/** The sessions of the fleet console, which every process of the cloud takes. */
export interface SessionStore {
  /**
   * Opens a session; of `maximum` that its tenant already has, the one that `instead` names ends for this reason.
   * `full` if it names none, `changed` if the account differs from the proved one, `used` if the login opened one
   * before.
   */
  open(
    made: MadeSession,
    room: { readonly maximum: number; readonly instead: string | undefined; readonly why: Message },
  ): Promise<'opened' | 'full' | 'changed' | 'used'>;
  /** Also one that ended not long ago. */
  of(tokenHash: string): Promise<KeptSession | undefined>;
  /** Those that live: of a browser, of a tenant. */
  ofBrowser(browser: string): Promise<readonly KeptSession[]>;
  ofTenant(tenant: string): Promise<readonly KeptSession[]>;
  /** Those that live and were used by `used`, opened by `opened`, or used after `now`, by a clock that was ahead. */
  over(times: {
    readonly used: number;
    readonly opened: number;
    readonly now: number;
  }): Promise<readonly KeptSession[]>;
  use(tokenHash: string, at: number): Promise<void>;
  /** Its user has shown his password again. */
  proved(tokenHash: string, until: number): Promise<void>;
  /** False where it has ended already. */
  end(tokenHash: string, why: Message): Promise<boolean>;
  /** Of the ended ones, those opened by then are no longer remembered. */
  forget(opened: number): Promise<void>;
}
