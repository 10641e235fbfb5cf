import type { Change } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { withTouchedRows } from '../../model/configuration/touched-rows.ts';
import {
  type GroupObject,
  indexOf,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** What a configuration comes to without some of the changes that led to it. */
export interface Reverted {
  readonly configuration: Configuration;
  /** Changes whose values are others by now: somebody changed them since. */
  readonly changedSince: readonly Change[];
}

/**
 * Takes changes back, the last one first; nothing but the values that they changed becomes another one. What was changed since is put
 * back to what it was before, too, and named.
 */
export function reverted(configuration: Configuration, changes: readonly Change[]): Reverted {
  const draft = new Former(configuration);
  const changedSince = changes.toReversed().filter((change) => !draft.takeBack(change));
  return { configuration: draft.finish(), changedSince };
}

/** A configuration while changes of it are taken back. */
class Former {
  readonly #base: Configuration;
  readonly #groups = new Map<GroupObject, Values>();
  readonly #rows = new Map<TableObject, Map<string, Values | undefined>>();

  constructor(base: Configuration) {
    this.#base = base;
  }

  finish(): Configuration {
    let whole = this.#base;
    for (const [object, values] of this.#groups) whole = whole.withGroup(object, values);
    for (const [object, rows] of this.#rows) whole = withTouchedRows(whole, object, rows);
    return whole;
  }

  /** Whether what it changed was as it had left it, or is again as it was before. */
  takeBack({ object, kind, row = {}, column = '', from = '', to = '' }: Change): boolean {
    if (object.shape === 'group') {
      const present = this.#groups.get(object) ?? (this.#base.group(object) as Values);
      this.#groups.set(object, { ...present, [column]: from });
      return isEither(present[column], from, to);
    }
    const key = rowKey(object, row);
    const present = this.#row(object, key);
    if (kind === 'rowAdded') {
      this.#put(object, key, undefined);
      return present === undefined || isAlike(present, row);
    }
    if (kind === 'rowRemoved') {
      this.#put(object, key, row);
      return present === undefined || isAlike(present, row);
    }
    if (!present) return false;
    this.#put(object, key, { ...present, ...indexOf(object, row), [column]: from });
    return isEither(present[column], from, to);
  }

  #row(object: TableObject, key: string): Values | undefined {
    const touched = this.#rows.get(object);
    return touched?.has(key) ? touched.get(key) : this.#base.rowMap(object).get(key);
  }

  #put(object: TableObject, key: string, row: Values | undefined): void {
    const touched = this.#rows.get(object) ?? new Map<string, Values | undefined>();
    this.#rows.set(object, touched.set(key, row));
  }
}

function isEither(present: Value | undefined, from: Value, to: Value): boolean {
  return present === to || present === from;
}

function isAlike(present: Values, row: Values): boolean {
  return Object.entries(row).every(([name, value]) => present[name] === value);
}

/** The change that leads back. */
export function inverse(change: Change): Change {
  const { kind, from, to } = change;
  if (kind !== 'value') return { ...change, kind: kind === 'rowAdded' ? 'rowRemoved' : 'rowAdded' };
  return { ...change, ...(to !== undefined && { from: to }), ...(from !== undefined && { to: from }) };
}

/** Whether `later` changed again what `earlier` changed, or names a row that it added: the earlier one does not go without it. */
export function buildsOn(later: readonly Change[], earlier: readonly Change[]): boolean {
  const ground = new Ground(earlier);
  return later.some((change) => ground.bears(change));
}

/** What changes have left behind that later ones can build on. */
class Ground {
  /** Values, by object, row and column. */
  readonly #values = new Set<string>();
  /** Rows that came or went, by object and key. */
  readonly #rows = new Set<string>();
  /** Rows of which values changed. */
  readonly #touched = new Set<string>();
  /** Rows that came, by table and the value of their one index column. */
  readonly #named = new Set<string>();

  constructor(changes: readonly Change[]) {
    for (const { object, kind, row = {}, column = '' } of changes) {
      const place = placeOf(object, row);
      if (kind === 'value') {
        this.#values.add(`${place}\n${column}`);
        this.#touched.add(place);
        continue;
      }
      this.#rows.add(place);
      const [value, ...more] = object.shape === 'table' ? Object.keys(object.index) : [];
      if (kind === 'rowAdded' && value !== undefined && more.length === 0) {
        this.#named.add(`${object.name}\n${row[value]}`);
      }
    }
  }

  bears({ object, kind, row = {}, column = '', to }: Change): boolean {
    const place = placeOf(object, row);
    if (this.#rows.has(place)) return true;
    if (kind === 'value') return this.#values.has(`${place}\n${column}`) || this.#names(object, column, to);
    return (
      this.#touched.has(place) ||
      (kind === 'rowAdded' && Object.entries(row).some(([name, value]) => this.#names(object, name, value)))
    );
  }

  /** Whether a value names one of the rows that came. */
  #names(object: ObjectDeclaration, column: string, value: Value | undefined): boolean {
    const references = object.fields[column]?.references;
    if (!references || value === undefined || references.except?.includes(value)) return false;
    const named = references.each?.(value) ?? [value];
    return named.some((one) => this.#named.has(`${references.table.name}\n${one}`));
  }
}

function placeOf(object: ObjectDeclaration, row: Values): string {
  return object.shape === 'table' ? `${object.name}\n${rowKey(object, row)}` : object.name;
}
