import { type Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { wordOfValue } from './field-words.ts';
import type { MenuPlace, Target } from './menu.ts';
import { isWritten } from './replaced-configuration.ts';
import { settingsOf } from './settable.ts';
import { inQuotes, quotedWord } from './tokens.ts';

/** The word for a secret of an entry; `values` hold its index columns. */
export type SecretWord = (text: string, object: ObjectDeclaration, values: Values, column: string) => string;

/** Source of the lines. */
export interface ConfigurationSource {
  readonly objects: readonly ObjectDeclaration[];
  /** Leads to them. */
  readonly menu: MenuPlace;
  /** The configuration of a switch that was never configured. */
  readonly factory: Configuration;
  readonly configuration: Configuration;
  readonly secretWord: SecretWord;
}

/**
 * The lines that give a switch this configuration, the same in the same order for the same configuration; none for that
 * of the factory. They are one change, which replaces the former configuration. Settings that belong to a single switch
 * are left out (`isWritten`). Made one by one: there may be thousands.
 */
export function* configurationLines(source: ConfigurationSource): Generator<string> {
  let isBegun = false;
  for (const line of changesFromFactory(source)) {
    if (!isBegun) yield 'begin replace';
    isBegun = true;
    yield line;
  }
  if (isBegun) yield 'apply';
}

/** Rows that go make room for others, and rows that follow from others come behind these. */
function* changesFromFactory(source: ConfigurationSource): Generator<string> {
  const writers = source.objects.filter(isWritten).flatMap((object) => {
    const place = placeOf(source.menu, object);
    return place ? [{ object, write: lineWriter(object, place, source) }] : [];
  });
  for (const { object, write } of writers) {
    if (object.shape === 'table') for (const row of goneRows(object, source)) yield write('delete', row, []);
  }
  for (const { object, write } of writers) {
    if (object.shape === 'table')
      for (const row of newRows(object, source)) yield write('add', row, ownColumns(object, row));
  }
  for (const isDependent of [false, true]) {
    for (const { object, write } of writers) {
      if ((object.shape === 'table' && object.rows.of !== undefined) !== isDependent) continue;
      for (const { row, columns } of changedEntries(object, source)) yield write('set', row, columns);
    }
  }
}

function* goneRows(table: TableObject, { factory, configuration }: ConfigurationSource): Generator<Values> {
  if (table.rows.fixed) return;
  const present: ReadonlyMap<string, Values> = configuration.rowMap(table);
  for (const [key, row] of factory.rowMap(table) as ReadonlyMap<string, Values>) {
    const now = present.get(key);
    if (!now || isMadeOtherwise(table, row, now)) yield row;
  }
}

function* newRows(table: TableObject, { factory, configuration }: ConfigurationSource): Generator<Values> {
  if (table.rows.fixed) return;
  const former: ReadonlyMap<string, Values> = factory.rowMap(table);
  for (const [key, row] of configuration.rowMap(table) as ReadonlyMap<string, Values>) {
    const before = former.get(key);
    if (!before || isMadeOtherwise(table, before, row)) yield row;
  }
}

/** Groups and rows that the factory has, too, or that follow from others, with the columns that differ. */
function* changedEntries(
  object: ObjectDeclaration,
  { factory, configuration }: ConfigurationSource,
): Generator<{ readonly row: Values; readonly columns: readonly string[] }> {
  if (object.shape === 'group') {
    const values: Values = configuration.group(object);
    const columns = changedColumns(object, factory.group(object), values);
    if (columns.length > 0) yield { row: values, columns };
    return;
  }
  const former: ReadonlyMap<string, Values> = factory.rowMap(object);
  for (const [key, row] of configuration.rowMap(object) as ReadonlyMap<string, Values>) {
    const before = former.get(key) ?? (object.rows.fixed ? configuredDefaults(object) : undefined);
    if (!before || (!object.rows.fixed && isMadeOtherwise(object, before, row))) continue;
    const columns = changedColumns(object, before, row);
    if (columns.length > 0) yield { row, columns };
  }
}

/** Whether a row differs in what can be set only while it is made: it goes, and comes again. */
function isMadeOtherwise(table: TableObject, before: Values, after: Values): boolean {
  return changedColumns(table, before, after).some((name) => table.fields[name]?.access === 'create');
}

function ownColumns(table: TableObject, row: Values): readonly string[] {
  return changedColumns(table, configuredDefaults(table), row);
}

function changedColumns(object: ObjectDeclaration, before: Values, after: Values): readonly string[] {
  return Object.entries<Field>(object.fields)
    .filter(([name, field]) => isConfigured(field) && !isIndex(object, name) && before[name] !== after[name])
    .map(([name]) => name);
}

function isIndex(object: ObjectDeclaration, name: string): boolean {
  return object.shape === 'table' && Object.hasOwn(object.index, name);
}

/** Writes a line about an entry of an object. */
type LineWriter = (verb: 'set' | 'add' | 'delete', values: Values, columns: readonly string[]) => string;

/** Writes lines about the entries of an object. */
export function lineWriter(
  object: ObjectDeclaration,
  { place, target }: Placed,
  { secretWord }: Pick<ConfigurationSource, 'secretWord'>,
): LineWriter {
  const words = new Map(
    [...target.columns].flatMap(([word, one]) => (one.object === object ? [[one.name, word]] : [])),
  );
  const settings = settingsOf(place);
  const path = place.path.join(' ');
  /** Whether a group's columns are found only by their words: no other group of the page has them. */
  const isFound = (columns: readonly string[]) =>
    columns.every((name) => {
      const found = settings.get(words.get(name) ?? '');
      return found?.object === object && found.name === name;
    });
  const valueWord = (name: string, values: Values) => {
    const field = object.fields[name];
    const value: Value = values[name] ?? '';
    if (!field) return inQuotes(String(value));
    return field.sealed && value !== '' ? secretWord(String(value), object, values, name) : wordOf(field, value);
  };
  return (verb, values, columns) => {
    const index = object.shape === 'table' ? Object.entries<Field>(object.index) : [];
    const isNamed = object.shape === 'table' ? !settings.has(target.word) : !isFound(columns);
    return [
      verb,
      path,
      ...(isNamed ? [target.word] : []),
      ...index.map(([name, field]) => wordOf(field, values[name] ?? field.default)),
      ...columns.flatMap((name) => [words.get(name) ?? name, valueWord(name, values)]),
    ].join(' ');
  };
}

/** A value as a word that its field reads back. */
function wordOf(field: Field, value: Value): string {
  if (field.limits.choices) return wordOfValue(field, value);
  // "all" names every row where one is deleted.
  return value === 'all' ? inQuotes(value) : quotedWord(String(value));
}

/** Where the command line has an object. */
export interface Placed {
  readonly place: MenuPlace;
  readonly target: Target;
}

/** The place of an object below one; undefined where no line leads to it. */
export function placeOf(place: MenuPlace, object: ObjectDeclaration): Placed | undefined {
  const target = place.targets.find(({ objects }) => objects.includes(object));
  if (target) return { place, target };
  for (const child of place.children) {
    const found = placeOf(child, object);
    if (found) return found;
  }
  return undefined;
}
