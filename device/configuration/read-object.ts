import { inBreaths } from '../../datapath/breath.ts';
import { entryGone } from '../../model/configuration/message.ts';
import { eachInSteps } from '../../model/configuration/steps.ts';
import {
  type GroupObject,
  isConfigured,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { putLatest } from '../../model/values/latest.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { DeviceContext, LiveAnswer } from '../feature.ts';
import type { Caller } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';

/** Tables whose rows are kept as a list, and rows of one at most: polls read the same small tables again and again. */
const LISTS = 16;
const ROWS_OF_LIST = 1024;

/** Answers CommonGet: what is configured, with what is live beside it. */
export class ObjectReader {
  readonly #context: () => DeviceContext;
  readonly #live: ReadonlyMap<ObjectDeclaration, LiveAnswer>;
  readonly #shown = new WeakMap<Values, Values>();
  /** Lists of tables without live columns, the one used last at the end: an unchanged table is the same list again. */
  readonly #lists = new Map<ReadonlyMap<string, Values>, readonly Values[]>();
  /** The last list of each table with live columns, likewise: what stands still is formatted and hashed once. */
  readonly #lastLists = new Map<TableObject, readonly Values[]>();
  /** What was last live beside a row, and both as one. */
  readonly #overlaid = new WeakMap<Values, { readonly live: Values; readonly row: Values }>();

  constructor(live: readonly LiveAnswer[], context: () => DeviceContext) {
    this.#context = context;
    this.#live = new Map(live.map((answer) => [answer.object, answer]));
    if (this.#live.size < live.length) throw new Error('An object has more than one live answer.');
  }

  /** Whether a read says the same until the configuration or a slot changes. */
  stands(object: ObjectDeclaration): boolean {
    const answer = this.#live.get(object);
    return answer === undefined || answer.stands === true;
  }

  /**
   * A group's values, or a table's rows in index order. `query` narrows a table to the rows with these index values that
   * fit its filters; where it names a row wholly and that is not there, throws a `Refusal` (2).
   */
  async read(object: ObjectDeclaration, query: Values, caller: Caller): Promise<Values | readonly Values[]> {
    if (object.shape === 'group') return this.#group(object, caller);
    const rows = await this.#rows(object, query, caller);
    const asked = Object.entries(query);
    if (asked.length === 0) return rows;
    const named = asked.filter(([name]) => Object.hasOwn(object.index, name));
    const { filters } = object;
    const found: Values[] = [];
    await inBreaths(
      eachInSteps(rows, (row) => {
        const isNamed = named.every(([name, value]) => String(row[name]) === String(value));
        if (isNamed && (!filters || filters.fits(row, query))) found.push(row);
      }),
    );
    if (found.length === 0 && wholeKey(object, query) !== undefined) {
      throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(object, query));
    }
    return found;
  }

  async #group(object: GroupObject, caller: Caller): Promise<Values> {
    const shown = this.#show(object, this.#context().configuration().group(object));
    const answer = this.#live.get(object);
    return answer && 'group' in answer ? { ...shown, ...(await answer.group(this.#context(), caller)) } : shown;
  }

  async #rows(object: TableObject, query: Values, caller: Caller): Promise<readonly Values[]> {
    const context = this.#context();
    const answer = this.#live.get(object);
    const isWhole = Object.keys(query).length === 0;
    if (answer && 'rows' in answer) {
      const rows = await answer.rows(context, query, caller);
      return isWhole ? this.#asBefore(object, rows) : rows;
    }
    const columns = answer && 'columns' in answer ? await answer.columns(context, query) : undefined;
    const all = context.configuration().rowMap(object);
    if (!answer && isWhole) return this.#list(object, all);
    const only = wholeKey(object, query);
    const row = only === undefined ? undefined : all.get(only);
    const rows: Iterable<readonly [string, Values]> = only === undefined ? all : row ? [[only, row]] : [];
    const read = Array.from(rows, ([key, configured]) => {
      const shown = this.#show(object, configured);
      const live = columns?.get(key);
      if (!live) return shown;
      return all.size > ROWS_OF_LIST ? { ...shown, ...live } : this.#overlay(shown, live);
    });
    return isWhole ? this.#asBefore(object, read) : read;
  }

  #overlay(shown: Values, live: Values): Values {
    const last = this.#overlaid.get(shown);
    if (last && isSame(last.live, live)) return last.row;
    const row = { ...shown, ...live };
    this.#overlaid.set(shown, { live, row });
    return row;
  }

  /** The list that was read last if it says the same as this one; otherwise this one. */
  #asBefore(object: TableObject, rows: readonly Values[]): readonly Values[] {
    if (rows.length > ROWS_OF_LIST || rows.length === 0) return rows;
    const last = this.#lastLists.get(object);
    const list = last && areSame(last, rows) ? last : rows;
    putLatest(this.#lastLists, object, list, LISTS);
    return list;
  }

  #list(object: TableObject, all: ReadonlyMap<string, Values>): readonly Values[] {
    const list = this.#lists.get(all) ?? Array.from(all.values(), (configured) => this.#show(object, configured));
    if (list.length > ROWS_OF_LIST || list.length === 0) return list;
    putLatest(this.#lists, all, list, LISTS);
    return list;
  }

  /** Configured values as shown to a reader: secrets as "", live columns at their defaults until they are overlaid. */
  #show(object: ObjectDeclaration, values: Values): Values {
    let shown = this.#shown.get(values);
    if (!shown) {
      shown = Object.fromEntries(
        Object.entries(object.fields).map(([name, field]): [string, Value] => {
          const kept = isConfigured(field) || (object.shape === 'table' && Object.hasOwn(object.index, name));
          const value: Value = (kept ? values[name] : undefined) ?? field.default;
          return [name, field.access === 'wo' ? '' : value];
        }),
      );
      this.#shown.set(values, shown);
    }
    return shown;
  }
}

function areSame(rows: readonly Values[], others: readonly Values[]): boolean {
  return (
    rows.length === others.length &&
    rows.every((row, at) => {
      const other = others[at];
      return other !== undefined && (row === other || isSame(row, other));
    })
  );
}

/** Whether two rows have the same columns in the same order, each with the same value. */
function isSame(row: Values, other: Values): boolean {
  const names = Object.keys(row);
  const others = Object.keys(other);
  return names.length === others.length && names.every((name, at) => name === others[at] && row[name] === other[name]);
}

/** The key of the one row that the query names; undefined where it leaves an index column open. */
function wholeKey(object: TableObject, query: Values): string | undefined {
  const whole = Object.keys(object.index).every((name) => Object.hasOwn(query, name));
  return whole ? rowKey(object, query) : undefined;
}
