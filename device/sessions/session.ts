import { createHash } from 'node:crypto';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';
import type { SessionState } from './session-control.ts';
import type { Guesser } from './source-lock.ts';

/** Proof of a call's session: the token and the cookie, neither valid without the other. */
export interface Proof {
  readonly gambit: string;
  readonly cookie: string | undefined;
}

/** A session signed in. */
export interface Session {
  readonly id: string;
  /** The lowest that was free. */
  readonly number: number;
  readonly user: string;
  readonly remoteAddress: string;
  readonly signedInAt: number;
  readonly tokenHash: string;
  /** Hash of the cookie of the browser that it belongs to. */
  readonly browser: string;
  /** The source whose wrong passwords count together with those of this session. */
  readonly guesser: Guesser;
  /** Opened by a ticket, and only for the setup wizard. */
  readonly forWizard: boolean;
  /** Monotonic milliseconds at which it ends, however busy it is. */
  readonly until: number;
  /** Monotonic milliseconds of its last call that counts. */
  lastUsed: number;
}

/** A login that is to become a session. */
export interface SessionOpening {
  readonly user: string;
  readonly remoteAddress: string;
  /** The session cookie that the browser has. */
  readonly cookie: string | undefined;
  /** Its proof that it signed in before. */
  readonly known: string | undefined;
  /** Of the login, which opens no other one. */
  readonly nonce: string;
  /** The ticket that opens it instead of a password. */
  readonly ticket?: Ticketed;
  /** A session to end where there is room for no other. */
  readonly end?: string | undefined;
}

/** The session that a ticket opens. */
export interface Ticketed {
  /** Only for the setup wizard. */
  readonly forWizard: boolean;
  /** The session that goes on by it, at another address; undefined for the wizard's own ticket. */
  readonly follows?: string;
}

/** A session that was opened: its token, and both cookies of its browser. */
export interface OpenedSession {
  readonly gambit: string;
  readonly cookie: string;
  readonly known: string;
}

/** All sessions are taken (8704); the one that was idle for longest could be ended for this login. */
export class NoSessionLeft extends Refusal {
  readonly longestIdle: Omit<SessionState, 'number'>;

  constructor(longestIdle: Omit<SessionState, 'number'>, max: number) {
    const message = say('Only {{max}} sessions can be open at the same time.', { max });
    super(ErrorCode.tooManySessions, message);
    this.longestIdle = longestIdle;
  }
}

/** Tokens are 256 random bits, so a plain hash is enough to keep them from being read back out of memory. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The user and source of a session, for the log. */
export function named({ user, remoteAddress }: Session): { readonly user: string; readonly address: string } {
  return { user, address: remoteAddress };
}
