import type { MenuPlace, Target } from '../../device/command-line/menu.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';

/** A field as the reference names it. */
export interface ReferenceColumn {
  /** On the command line; "" for an index column, which is given by its value alone. */
  readonly word: string;
  readonly object: ObjectDeclaration;
  readonly name: string;
  readonly field: Field;
}

/** The columns of a page's group or list, those that name a row first. */
export function columnsOf({ columns, table }: Target): readonly ReferenceColumn[] {
  const index = Object.entries(table?.index ?? {}).map(([name, field]) => ({ word: '', object: table, name, field }));
  const named = [...columns].map(([word, { object, name }]) => ({ word, object, name, field: object.fields[name] }));
  return [...index, ...named].flatMap(({ word, object, name, field }) =>
    object && field ? [{ word, object, name, field }] : [],
  );
}

/** The words of a command line that lead to a group or list. */
export function lineOf({ path, targets }: MenuPlace, { word }: Target): string {
  return [...path, ...(targets.length > 1 ? [word] : [])].join(' ');
}
