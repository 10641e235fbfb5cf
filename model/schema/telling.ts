import type { ChangeMessage } from '../values/change-message.ts';
import type { Value, Values } from '../wire/call.ts';

/** A change and its place. */
export interface ChangedPlace {
  /** The `Template` name says which object. */
  readonly object: { readonly name: string };
  readonly kind: 'value' | 'rowAdded' | 'rowRemoved';
  /**
   * The row's values; of a changed value perhaps the former ones, so that only `from` and `to` say what it was and is.
   */
  readonly row?: Values;
  /** The changed column; undefined where a whole row came or went. */
  readonly column?: string;
  readonly from?: Value;
  readonly to?: Value;
}

/** One line of what changes come to. */
export interface ToldChange<C extends ChangedPlace = ChangedPlace> extends ChangeMessage {
  /** The changes that it speaks of. */
  readonly of: readonly C[];
  /** Says of rows that came or went all there is to say: they have no lines of their own. */
  readonly isWhole?: true;
}

/**
 * The meaning of changes to a person if that is more than their columns: one sentence for the joint effect of several
 * values of several rows, perhaps of several tables. Gets all changes of a moment; the values it covers are not listed
 * otherwise, while an added or deleted row is listed as well unless the sentence is whole. Pure.
 */
export type TellChanges = <C extends ChangedPlace>(changes: readonly C[]) => readonly ToldChange<C>[];
