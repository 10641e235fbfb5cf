import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import type { Shown } from './command.ts';
import { fieldHelp } from './field-words.ts';
import type { Target } from './menu.ts';
import type { Token } from './tokens.ts';

/** Rows that one line may name by a list, such as "1-4,7". */
const ROWS_OF_LINE = 4096;

/** The index columns of the target's first table under the names that another of its tables has for them. */
export function renamed(
  { table }: Target,
  object: ObjectDeclaration,
  query: Values,
  among: Shown['among'],
): Pick<Shown, 'query' | 'among'> {
  const columns = new Map(
    Object.keys(table?.index ?? {}).map((column, at) => [
      column,
      object.shape === 'table' ? (Object.keys(object.index)[at] ?? column) : column,
    ]),
  );
  const name = (column: string) => columns.get(column) ?? column;
  return {
    query: Object.fromEntries(Object.entries(query).map(([column, value]) => [name(column), value])),
    ...(among && { among: { ...among, column: name(among.column) } }),
  };
}

/** The numbers of a word such as "1-4,7", where the field's values are numbers and each of them is one; else undefined. */
export function numbersOf(field: Field, { text }: Token): readonly number[] | undefined {
  if (typeof field.default !== 'number' || field.limits.choices) return undefined;
  if (!/^\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*$/.test(text) || /^\d+$/.test(text)) return undefined;
  const numbers = new Set<number>();
  for (const span of text.split(',')) {
    const [from = 0, to = from] = span.split('-').map(Number);
    if (to < from || to - from >= ROWS_OF_LINE) return undefined;
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  const isEach = numbers.size <= ROWS_OF_LINE && [...numbers].every((number) => field.read(number).ok);
  return isEach ? [...numbers].sort((a, b) => a - b) : undefined;
}

/** Description of the index column at this place. */
export function indexHelp({ table }: Target, at: number): string {
  const field = Object.values(table?.index ?? {})[at];
  return field ? fieldHelp(field) : '';
}
