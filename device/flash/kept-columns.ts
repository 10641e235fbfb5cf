import { configuredDefaults } from '../../model/configuration/configuration.ts';
import type { Field, Reading } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { repeatedReading } from '../../model/schema/repeated-reading.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** A column that is kept, and how its values are read. */
interface KeptColumn {
  readonly name: string;
  readonly field: Field;
  readonly isIndex: boolean;
  /** Whether any value is taken as it is: the stored form of a secret need not be valid input, it may be a hash, say. */
  readonly isSecret: boolean;
  read(value: Value | undefined): Reading;
}

/** The columns of an object that are kept, by their names, in the order of their declaration. */
export type KeptColumns = ReadonlyMap<string, KeptColumn>;

/** Those of `object`, for reading its rows one after the other. */
export function keptColumns(object: ObjectDeclaration): KeptColumns {
  const columns = new Map<string, KeptColumn>();
  for (const name of Object.keys(configuredDefaults(object))) {
    const field = object.fields[name];
    if (!field) continue;
    const isIndex = object.shape === 'table' && Object.hasOwn(object.index, name);
    columns.set(name, { name, field, isIndex, isSecret: field.access === 'wo', read: repeatedReading(field) });
  }
  return columns;
}

/**
 * Whether a kept row is, column by column, what this software would make of it, as nearly all of them are: it is taken as it is, without
 * a copy.
 */
export function isAsWritten(values: Values, columns: KeptColumns): boolean {
  const expected = columns.values();
  for (const name in values) {
    const column = expected.next().value;
    if (column?.name !== name) return false;
    const value = values[name];
    if (value === undefined) return false;
    if (column.isSecret || value === column.field.default) continue;
    const reading = column.read(value);
    if (!reading.ok || reading.value !== value) return false;
  }
  return expected.next().done === true;
}
