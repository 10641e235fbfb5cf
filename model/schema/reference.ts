import type { Message } from '../values/message.ts';
import type { Value, Values } from '../wire/call.ts';

/** A table by its name, so that fields can name tables that are declared with fields. */
interface NamedTable {
  readonly shape: 'table';
  readonly name: string;
}

/**
 * A value names a row of another table (a VLAN by its number). The row has to be there when the value is set, and neither
 * goes nor is left behind by a Delete All while the value names it: `referenceRules` makes the rules.
 */
export interface Reference {
  readonly table: NamedTable;
  /** Values that name no row: [0] for "none". */
  readonly except?: readonly Value[];
  /** The single values of a list; default: the value itself. */
  readonly each?: (value: Value) => readonly Value[];
  /** The other index columns of that table, by the columns of this object that hold them. */
  readonly beside?: Readonly<Record<string, string>>;
  /** How the user is named in "VLAN 20 is in use by …"; default: the row's name, or a group's title. */
  readonly by?: (row: Values) => Message;
}

/** A port, or each port of a list, is in a port list of a row that another column of the same object names. */
export interface Membership {
  readonly table: NamedTable;
  /** The column of that table that lists the ports. */
  readonly list: string;
  /** The column of this object that names the row; that table has one index column. */
  readonly row: string;
  /**
   * How the user is named. Of a table whose rows follow from that table's own, a row with ports then keeps the row named: it would
   * go with it without a word.
   */
  readonly keptAs?: Message;
}
