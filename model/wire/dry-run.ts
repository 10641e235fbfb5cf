import type { ChangeMessage } from '../values/change-message.ts';
import type { Message } from '../values/message.ts';
import type { Value, Values } from './call.ts';

/** One difference that a change would make; objects and columns by name. Values of secrets are left out. */
export interface WireChange {
  readonly object: string;
  readonly kind: 'value' | 'rowAdded' | 'rowRemoved';
  /** The row's values, without secrets; undefined for a group. */
  readonly row?: Values;
  /** Undefined where a whole row came or went. */
  readonly column?: string;
  readonly from?: Value;
  readonly to?: Value;
}

/**
 * The result of a change with `DryRun: 1`: what it would change, and nothing is. Rows that only come or go with what they follow
 * from, at their defaults, are left out.
 */
export interface DryRunResult {
  readonly changes: readonly WireChange[];
  /** The first of them in words, where an undo or a way back is tried out: it changes objects that its page does not know. */
  readonly told?: readonly ChangeMessage[];
  /** The first of the changes in English sentences: for a program with an API token, which has no pages to word them by. */
  readonly words?: readonly string[];
  /** How many lines of words there are. */
  readonly lines?: number;
  /** The change would cut the session off that asked: it needs `Force: 1`. */
  readonly guard?: {
    readonly reason: Message;
    /** The reason in English, with `words`. */
    readonly message?: string;
    /** Nothing reverts it once it is forced. */
    readonly final?: 1;
  };
  /** The ports at which a device would lose its power: "2,5-6". Left out where none would. */
  readonly unpowered?: string;
  /** The same as lines of the command line; left out where there is no line for one of the calls, or too many. */
  readonly commands?: readonly string[];
}
