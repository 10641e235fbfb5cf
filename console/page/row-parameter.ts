import type { Fields } from '../../model/schema/field.ts';
import type { IndexOf, TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** The row in a page's address: its index values in their order, "10_00-11-22-33-44-55". `indexOfRow` reads it. */
export function rowParameter(object: TableObject, row: Values): string {
  const values = Object.keys(object.index).map((column) => escapeText(String(row[column] ?? '')));
  return encodeURIComponent(values.join('_'));
}

/** The index of the row that an address names, its parameter decoded; undefined where it names none. */
export function indexOfRow<T extends TableObject>(object: T, parameter: string): IndexOf<T> | undefined {
  const fields = Object.entries<Fields[string]>(object.index);
  const values = parameter.split('_');
  if (values.length !== fields.length) return undefined;
  const index: Record<string, Value> = {};
  for (const [at, [column, field]] of fields.entries()) {
    const reading = field.read(unescapeText(values[at] ?? ''));
    if (!reading.ok) return undefined;
    index[column] = reading.value;
  }
  // Each column was read by the field of that name.
  return index as IndexOf<T>;
}

/** "_" separates values, so it is escaped in a text; as in RFC 6901, "~" begins an escape. */
const escapeText = (text: string) => text.replaceAll('~', '~0').replaceAll('_', '~1');
const unescapeText = (text: string) => text.replaceAll('~1', '_').replaceAll('~0', '~');
