import type { Value, Values } from '../wire/call.ts';
import type { MibSyntax } from './syntax.ts';

/** Place of a field in a standard: the column of a table's entry, or the scalar of a group. */
export interface MibColumn {
  /** Below the object's own `oid`, or a whole object identifier, of a column of another table with the same index. */
  readonly column: number | string;
  /** The standard's syntax, if it differs from that of the field's kind. */
  readonly syntax?: MibSyntax;
  /**
   * The standard's syntax, if it follows from other columns of the row: an identifier from its subtype. Such columns
   * are read only.
   */
  readonly syntaxIn?: (row: Values) => MibSyntax;
  /** The field's value for "none", where the standard has none for that: a row that holds it has no instance of the column. */
  readonly none?: Value;
  /** The standard's number for each of the field's, where they differ. */
  readonly values?: Readonly<Record<number, number>>;
  /** An index column that the standard has only in the instance (`not-accessible`); it is named for its syntax. */
  readonly isNotAccessible?: true;
  /** Managers read and set it in a row of the standard's table, which has rows of other objects as well or is cut otherwise. */
  readonly isServedElsewhere?: true;
  /** Can be set and reads as nothing: what the console may show, but no manager that can only read may know. */
  readonly isWriteOnly?: true;
  /** No manager changes it while its row is in force (RFC 2819: while the row's EntryStatus is valid). */
  readonly isFixedWhileValid?: true;
}

/**
 * Place in the private MIB of an object's fields that no standard has: below one number, assigned once and for ever, as
 * managers store it.
 */
export interface PrivateMib<Column extends string = string> {
  readonly number: number;
  /**
   * In the order of their numbers from 1: new ones are added at the end, and one that goes leaves its place, marked "retired", so
   * that nothing takes it. A column of the object may be retired here: managers read it in the instance, where it is an index, or in
   * a standard's table.
   */
  readonly columns: readonly Column[];
}

/** A standard's table as a whole, where it differs from the declaration. */
export interface MibTable {
  /** The index in the standard's order: columns, and constants where the standard has a part that is always the same. */
  readonly index?: readonly (string | number)[];
  /** The last part of the index is in it without its length (RFC 2578 7.7, IMPLIED). */
  readonly isImplied?: true;
  /** The column of RowStatus, below the object's `oid`. */
  readonly rowStatus?: number;
  /** The column with the state of a row in the numbers of RowStatus; without one every row is active. */
  readonly statusColumn?: string;
  /** In the place of RowStatus: the column of EntryStatus, with which rows of RFC 2819 come and go. */
  readonly entryStatus?: number;
}
