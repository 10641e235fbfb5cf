import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import type { Verb } from './command.ts';
import type { MenuPlace } from './menu.ts';

/** The language of lines. */
export interface Language {
  readonly menu: MenuPlace;
  readonly verbs: readonly Verb[];
  /** Every declared object by its name. */
  readonly objects: ReadonlyMap<string, ObjectDeclaration>;
  /** The rows that a table has now, for completing what names one; may be none. */
  rowsOf(table: TableObject): readonly Values[];
}
