import type { Message } from '../../model/values/message.ts';
import type { Caller } from '../management.ts';
import type { ManagementConnection } from '../management-connection.ts';

/** Access for command lines: users authenticate here, as at the console, and get a session. */
export interface LineAccess {
  /** Somebody opened a connection just now. */
  enter(connection: ManagementConnection): LineVisit;
}

/** Somebody who opened a connection. */
export interface LineVisit {
  readonly connection: ManagementConnection;
  /** The share that connections and attempts are counted by. */
  readonly share: string;
  /** Somebody signed in from there before. */
  readonly isKnown: boolean;
  /** Whether passwords from there are refused now; a key is not, since it cannot be guessed. */
  isLocked(): boolean;
  /** Proves a user by his password. Rejects with a `Refusal`: 8702 wrong, 8703 locked, 13 too much to do. */
  provePassword(user: string, password: string): Promise<void>;
  /** Whether there is a user of this name, for authentication by a key. */
  isUser(user: string): boolean;
  /**
   * Opens the session of a user who has proved himself. `end` is called when it is ended otherwise than by `close`; it must not
   * throw.
   */
  open(user: string, way: Message, end: (why: Message) => void): OpenLine;
}

/** The open session of one command line. */
export interface OpenLine {
  readonly id: string;
  readonly caller: Caller;
  /** Its user did something: it is not idle. */
  touch(): void;
  /** A line was entered: keeps the session alive, and confirms what the guard waits for where its connection proves that. */
  entered(): Promise<void>;
  close(): void;
}
