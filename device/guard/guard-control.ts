import type { Message } from '../../model/values/message.ts';

/**
 * State of the guard against locking the administrator out (docs/specification/protocol.md, "One guard against locking
 * the administrator out").
 */
export interface GuardControl {
  /** The forced change that waits to be confirmed; undefined where none does. */
  provisional(): ProvisionalChange | undefined;
  /**
   * Seconds for which a confirmed change can still be reverted: the browser confirms automatically, and the user may
   * see only then what the change did. 0 if there is none, or something else was changed since.
   */
  secondsToTakeBack(): number;
  /**
   * Restores the former configuration at once, for any caller; resolves to whether it is in force. False if nothing can
   * be reverted any longer.
   */
  takeBack(by: Revoker): Promise<boolean>;
  /**
   * The cloud confirms the change from afar of this name; it does so over a line that was opened since. Resolves to whether
   * that waited, and is kept now.
   */
  confirmFromAfar(change: string): Promise<boolean>;
}

/** A change that was forced although it may cut its own session off. */
export interface ProvisionalChange {
  /** Seconds until the former configuration comes back. */
  readonly secondsLeft: number;
  /** Why the guard would have refused it, in one sentence. */
  readonly reason: Message;
  /** The user who forced it. */
  readonly user: string;
  /** The name of a change from afar; undefined where somebody at the switch forced it. */
  readonly change: string | undefined;
}

/** The caller that reverts a change. */
export interface Revoker {
  readonly who: Message;
  /** The address of the switch by which he asks; undefined where he came by none. */
  readonly localAddress?: string | undefined;
}
