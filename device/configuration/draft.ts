import { type Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { entryExists, entryGone, tableFull } from '../../model/configuration/message.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import type { RuleQuestion } from '../../model/configuration/rule.ts';
import { withTouchedRows } from '../../model/configuration/touched-rows.ts';
import { withMembersAlike } from '../../model/configuration/trunk-members.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import {
  type DependentRows,
  type GroupObject,
  type GroupValues,
  hasConfiguration,
  type IndexOf,
  type ObjectDeclaration,
  type RowOf,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Request } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';
import { configuredColumns, indexColumns } from './read-request.ts';

/**
 * A configuration being changed: the requests of one transaction are applied here, and nowhere else. Rows that no
 * request touches keep their identity; a batch of thousands of rows costs only the rows themselves.
 */
export class Draft {
  readonly #base: Configuration;
  readonly #hardware: Hardware;
  readonly #objects: readonly ObjectDeclaration[];
  readonly #groups = new Map<GroupObject, Values>();
  /** By table and row key; undefined where the row goes. */
  readonly #rows = new Map<TableObject, Map<string, Values | undefined>>();
  /** Keys of rows that went and came again; what followed from the former ones has not been looked at yet. */
  readonly #renewed = new Map<TableObject, Set<string>>();
  readonly #lost = new Map<TableObject, Values[]>();
  /**
   * The configuration after the requests so far. Its rows are kept by their declarations, as those of a configuration.
   */
  readonly #present = {
    row: <T extends TableObject>(table: T, index: IndexOf<T>) =>
      this.#row(table, index as Values) as RowOf<T> | undefined,
    rows: <T extends TableObject>(table: T) => this.#rowsOf(table).rows(table),
    group: <G extends GroupObject>(group: G) => this.#group(group) as GroupValues<G>,
  };

  /** `objects` are all that the configuration is of; `base` has the rows that follow from it. */
  constructor(base: Configuration, hardware: Hardware, objects: readonly ObjectDeclaration[]) {
    this.#base = base;
    this.#hardware = hardware;
    this.#objects = objects;
  }

  /** The request with what its table makes of what it gives for a row. */
  completed<R extends Request>(request: R): R {
    const { kind, object, values } = request;
    if ((kind !== 'create' && kind !== 'set') || object.shape !== 'table' || !object.completes) return request;
    return { ...request, values: { ...values, ...object.completes(values, this.#present) } };
  }

  /** Whether the request's row can be made, changed or deleted at all. Throws a `Refusal` where not. */
  check({ kind, object, values }: Request): void {
    if (object.shape === 'group') return;
    if (!hasConfiguration(object)) {
      // Rows of a live table come and go by themselves; an operation may do something with one, or clear all.
      if (kind === 'create') throw new Refusal(ErrorCode.noCreation, ofTable(object, noRowAdded), placeIn(object));
      if (kind === 'destroy') throw new Refusal(ErrorCode.notWritable, ofTable(object, noRowDeleted), placeIn(object));
      return;
    }
    const place = placeIn(object, values);
    const present = this.#row(object, values);
    if (kind === 'create') {
      if (object.rows.fixed) throw new Refusal(ErrorCode.noCreation, ofTable(object, noRowAdded), place);
      if (present) throw new Refusal(ErrorCode.inconsistentName, entryExists, place);
      const max = rowLimit(object, this.#hardware);
      if (this.#size(object) >= max) {
        throw new Refusal(ErrorCode.resourceUnavailable, tableFull(max), placeIn(object));
      }
    } else if (kind === 'set' || kind === 'destroy') {
      if (!present) throw new Refusal(ErrorCode.noSuchName, entryGone, place);
      if (kind === 'destroy' && object.rows.fixed) {
        throw new Refusal(ErrorCode.notWritable, ofTable(object, noRowDeleted), place);
      }
    } else if (object.rows.fixed) {
      throw new Refusal(ErrorCode.notWritable, ofTable(object, noRowDeleted), place);
    }
  }

  /** Does what the request asks, its configured columns as given; returns how many rows a deletion took away. */
  apply({ kind, object, values }: Request): number {
    if (object.shape === 'group') {
      const given = this.#withoutKept(object, this.#group(object), configuredColumns(object, values));
      // A pure action changes nothing, and is no change while another one is pending.
      if (Object.keys(given).length === 0) return 0;
      this.#groups.set(object, { ...this.#group(object), ...given });
      return 0;
    }
    if (kind === 'deleteAll') return this.#deleteAll(object);
    const key = rowKey(object, values);
    const present = this.#row(object, values);
    if (kind === 'destroy') {
      if (present && object.rows.builtIn?.(present)) {
        const message = say('{{row}}: this entry is built in and cannot be deleted.', { row: object.rowName(present) });
        throw new Refusal(ErrorCode.notWritable, message, placeIn(object, present));
      }
      this.#change(object, key, undefined);
      return present ? 1 : 0;
    }
    const given = configuredColumns(object, values);
    if (kind === 'create') {
      if (this.#rows.get(object)?.has(key))
        this.#renewed.set(object, (this.#renewed.get(object) ?? new Set()).add(key));
      this.#change(object, key, { ...configuredDefaults(object), ...indexColumns(object, values), ...given });
    } else if (present) {
      const changed = this.#withoutKept(object, present, given);
      if (Object.keys(changed).length > 0) this.#change(object, key, { ...present, ...changed });
    }
    return 0;
  }

  /** Puts a row back that was deleted; false where there is none. */
  restore(object: TableObject, key: string): boolean {
    const rows = this.#rows.get(object);
    if (!rows?.has(key) || rows.get(key) !== undefined || !this.#base.rowMap(object).has(key)) return false;
    return rows.delete(key);
  }

  /** The configuration with everything done. */
  finish(): Configuration {
    const { whole } = this.asked();
    if (whole === this.#base) return whole;
    const settled = withDependentRows(this.#objects, whole, this.#hardware, this.#base);
    return withMembersAlike(this.#objects, settled, this.#base);
  }

  /**
   * The effect of only the requests on the configuration, and what was lost with rows that they deleted and recreated.
   */
  asked(): { readonly whole: Configuration } & Pick<RuleQuestion, 'lost'> {
    this.#loseFollowers();
    let whole = this.#base;
    for (const [object, values] of this.#groups) whole = whole.withGroup(object, values);
    for (const [object, rows] of this.#rows) whole = withTouchedRows(whole, object, rows);
    return { whole, lost: this.#lost };
  }

  /** Leaves out what stays as it is; a column that can be set only while its row is made must be one of those. */
  #withoutKept(object: ObjectDeclaration, present: Values, given: Values): Values {
    const changed: Record<string, Value> = {};
    for (const [name, value] of Object.entries(given)) {
      if (present[name] === value) continue;
      const field = object.fields[name];
      if (field?.access === 'create') {
        const message = say('{{label}} can be set only while the entry is created.', { label: say(field.label) });
        throw new Refusal(ErrorCode.notWritable, message, placeIn(object, present, name));
      }
      changed[name] = value;
    }
    return changed;
  }

  #deleteAll(object: TableObject): number {
    let count = 0;
    for (const key of this.#keys(object)) {
      const row = this.#ownRow(object, key);
      if (!row || object.rows.builtIn?.(row)) continue;
      this.#change(object, key, undefined);
      count += 1;
    }
    return count;
  }

  #group(object: GroupObject): Values {
    return this.#groups.get(object) ?? this.#base.group(object);
  }

  #ownRow(object: TableObject, key: string): Values | undefined {
    const touched = this.#rows.get(object);
    return touched?.has(key) ? touched.get(key) : this.#base.rowMap(object).get(key);
  }

  /** Rows that followed from a deleted row do not return with another one of its name, as between two calls. */
  #loseFollowers(): void {
    if (this.#renewed.size === 0) return;
    const renewed = new Map(this.#renewed);
    this.#renewed.clear();
    const isRenewed = (table: TableObject, row: Values) => renewed.get(table)?.has(rowKey(table, row)) === true;
    const without: Parameters<DependentRows['isThere']>[1] = {
      ...this.#present,
      row: (table, index) =>
        isRenewed(table, index as Values) || table.rows.of?.isThere(index as Values, without, this.#hardware) === false
          ? undefined
          : this.#present.row(table, index),
      rows: (table) => this.#present.rows(table).filter((row) => !isRenewed(table, row as Values)),
    };
    for (const object of this.#objects) {
      if (object.shape === 'group' || !object.rows.of?.reads.some((read) => follows(read, renewed))) continue;
      for (const key of this.#keys(object)) {
        const row = this.#ownRow(object, key);
        if (!row || object.rows.of.isThere(row, without, this.#hardware) || !this.#row(object, row)) continue;
        this.#lost.set(object, [...(this.#lost.get(object) ?? []), row]);
        this.#change(object, key, undefined);
      }
    }
  }

  #keys(object: TableObject): ReadonlySet<string> {
    return new Set([...this.#base.rowMap(object).keys(), ...(this.#rows.get(object)?.keys() ?? [])]);
  }

  /** A configuration that has the rows which this table has now. */
  #rowsOf(object: TableObject): Configuration {
    if (object.rows.of) return this.finish();
    const touched = this.#rows.get(object);
    return touched ? withTouchedRows(this.#base, object, touched) : this.#base;
  }

  #row(object: TableObject, index: Values): Values | undefined {
    if (object.rows.of) this.#loseFollowers();
    const row = this.#ownRow(object, rowKey(object, index));
    if (!object.rows.of) return row;
    // Rows that follow from this draft's changes are added or deleted for the later requests, as between two calls.
    if (!object.rows.of.isThere(index, this.#present, this.#hardware)) return undefined;
    return row ?? { ...configuredDefaults(object), ...indexColumns(object, index) };
  }

  #size(object: TableObject): number {
    const base = this.#base.rowMap(object);
    let size = base.size;
    for (const [key, row] of this.#rows.get(object) ?? []) size += Number(row !== undefined) - Number(base.has(key));
    return size;
  }

  #change(object: TableObject, key: string, row: Values | undefined): void {
    let rows = this.#rows.get(object);
    if (!rows) {
      rows = new Map();
      this.#rows.set(object, rows);
    }
    rows.set(key, row);
  }
}

/** Whether rows of an object may come and go with those of the tables. */
function follows(object: ObjectDeclaration, tables: ReadonlyMap<TableObject, unknown>): boolean {
  if (object.shape === 'group') return false;
  return tables.has(object) || object.rows.of?.reads.some((read) => follows(read, tables)) === true;
}

const noRowAdded = say('no row can be added here.');
const noRowDeleted = say('no row can be deleted here.');

function ofTable(object: TableObject, problem: Message): Message {
  return say('{{table}}: {{problem}}', { table: say(object.title), problem });
}
