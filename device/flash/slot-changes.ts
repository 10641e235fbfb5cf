import type { Configuration } from '../../model/configuration/configuration.ts';
import { hasConfiguration, indexOf, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { Values } from '../../model/wire/call.ts';
import { isStored } from './migrations.ts';
import { keptOf, type StoredConfiguration } from './stored-configuration.ts';

/**
 * Differences between two kept configurations. They name rows by the columns of their index, so that they can be put into a
 * configuration of the same version without its declarations.
 */
export interface SlotChanges {
  /** Groups as they are now, and of tables the rows that came or are others now. */
  readonly set: StoredConfiguration['objects'];
  /** The tables that have changes. */
  readonly tables: Readonly<Record<string, TableChanges>>;
}

interface TableChanges {
  /** Names of the index columns. */
  readonly index: readonly string[];
  /** The index columns of rows that went. */
  readonly removed: readonly Values[];
}

/** No difference. */
export const noChanges: SlotChanges = { set: {}, tables: {} };

/** Whether these are no difference. */
export const areNone = ({ set, tables }: SlotChanges): boolean =>
  Object.keys(set).length === 0 && Object.keys(tables).length === 0;

/**
 * What leads from one configuration to another, both without the rows that are not kept; undefined where only the whole tells it,
 * because an object is not set any longer.
 */
export function changesFrom(
  objects: readonly ObjectDeclaration[],
  before: Configuration,
  after: Configuration,
): SlotChanges | undefined {
  const set: Record<string, Values | readonly Values[]> = {};
  const tables: Record<string, TableChanges> = {};
  for (const object of objects) {
    if (!hasConfiguration(object) || before.part(object) === after.part(object)) continue;
    if (after.part(object) === undefined) return undefined;
    if (object.shape === 'group') {
      set[object.name] = keptOf(object, after.group(object));
      continue;
    }
    const { rows, removed } = rowChanges(object, before, after);
    // A table that was not set before is one now, be it empty.
    if (before.part(object) !== undefined && rows.length === 0 && removed.length === 0) continue;
    set[object.name] = rows;
    tables[object.name] = { index: Object.keys(object.index), removed };
  }
  return { set, tables };
}

function rowChanges(
  object: TableObject,
  before: Configuration,
  after: Configuration,
): { readonly rows: readonly Values[]; readonly removed: readonly Values[] } {
  const [former, present] = [before.rowMap(object), after.rowMap(object)];
  const [rows, removed]: [Values[], Values[]] = [[], []];
  present.forEach((row, key) => {
    if (row !== former.get(key)) rows.push(keptOf(object, row));
  });
  former.forEach((row, key) => {
    if (!present.has(key)) removed.push(indexOf(object, row));
  });
  return { rows, removed };
}

/** The changes that lead where `earlier` and then `later` lead. */
export function withLaterChanges(earlier: SlotChanges, later: SlotChanges): SlotChanges {
  const set: Record<string, Values | readonly Values[]> = { ...earlier.set, ...later.set };
  const tables: Record<string, TableChanges> = { ...earlier.tables, ...later.tables };
  for (const [name, { index, removed }] of Object.entries(later.tables)) {
    const former = earlier.tables[name];
    if (!former) continue;
    const rows = rowsOf(later, name);
    const isNow = namesOf(index, [...rows, ...removed]);
    const isThere = namesOf(index, rows);
    const nameOf = rowNamer(index);
    set[name] = [...rowsOf(earlier, name).filter((row) => !isNow.has(nameOf(row))), ...rows];
    const isGone = namesOf(index, removed);
    const gone = former.removed.filter((row) => !isThere.has(nameOf(row)) && !isGone.has(nameOf(row)));
    tables[name] = { index, removed: [...gone, ...removed] };
  }
  return { set, tables };
}

/** A kept configuration with changes made in it. */
export function changedConfiguration(stored: StoredConfiguration, changes: SlotChanges): StoredConfiguration {
  const objects: Record<string, Values | readonly Values[]> = { ...stored.objects, ...changes.set };
  for (const [name, { index, removed }] of Object.entries(changes.tables)) {
    const former = Object.hasOwn(stored.objects, name) ? stored.objects[name] : undefined;
    const rows = new Map<string, Values>();
    const nameOf = rowNamer(index);
    if (isRows(former)) for (const row of former) rows.set(nameOf(row), row);
    for (const row of removed) rows.delete(nameOf(row));
    for (const row of rowsOf(changes, name)) rows.set(nameOf(row), row);
    objects[name] = [...rows.values()];
  }
  return { objects };
}

/** Changes that were kept; undefined where parsed JSON has not their form. */
export function readSlotChanges(json: unknown): SlotChanges | undefined {
  if (!isRecord(json) || !isRecord(json.tables)) return undefined;
  const stored: unknown = { objects: json.set };
  if (!isStored(stored)) return undefined;
  const set = stored.objects;
  const tables: Record<string, TableChanges> = {};
  for (const [name, table] of Object.entries(json.tables)) {
    if (!isRecord(table) || !Array.isArray(table.index) || !isRows(set[name])) return undefined;
    const index = table.index.filter((column) => typeof column === 'string');
    const gone: unknown = { objects: { removed: table.removed } };
    if (index.length !== table.index.length || !isStored(gone) || !isRows(gone.objects.removed)) return undefined;
    tables[name] = { index, removed: gone.objects.removed };
  }
  return { set, tables };
}

function rowsOf({ set }: SlotChanges, name: string): readonly Values[] {
  const rows = set[name];
  return isRows(rows) ? rows : [];
}

/** Names a row by its index columns. */
function rowNamer(index: readonly string[]): (row: Values) => string {
  return (row) => JSON.stringify(index.map((column) => row[column]));
}

function namesOf(index: readonly string[], rows: readonly Values[]): ReadonlySet<string> {
  return new Set(rows.map(rowNamer(index)));
}

function isRows(part: Values | readonly Values[] | undefined): part is readonly Values[] {
  return Array.isArray(part);
}
