import type { Message } from '../../model/values/message.ts';

/** What the guard against locking the administrator out is waiting for (protocol.md, "One guard"). */
export interface GuardControl {
  /** The forced change that waits to be confirmed; undefined where none does. */
  provisional(): ProvisionalChange | undefined;
  /**
   * Seconds for which a change that was confirmed can be taken back yet: the browser confirms by itself, and whoever forced the
   * change may see only then what it did. 0 where there is none, or something else was changed since.
   */
  secondsToTakeBack(): number;
  /**
   * Puts back what was before at once, on behalf of `who`; resolves to whether that is in force. False where nothing can be
   * taken back any more.
   */
  takeBack(who: Message): Promise<boolean>;
}

/** A change that was forced although it may cut its own session off. */
export interface ProvisionalChange {
  /** Seconds until the former configuration comes back. */
  readonly secondsLeft: number;
  /** Why the guard would have refused it, in one sentence. */
  readonly reason: Message;
  /** Who forced it. */
  readonly user: string;
}
