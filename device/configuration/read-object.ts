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

  constructor(live: readonly LiveAnswer[], context: () => DeviceContext) {
    this.#context = context;
    this.#live = new Map(live.map((answer) => [answer.object, answer]));
    if (this.#live.size < live.length) throw new Error('An object has more than one live answer.');
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
    if (answer && 'rows' in answer) return answer.rows(context, query, caller);
    const columns = answer && 'columns' in answer ? await answer.columns(context, query) : undefined;
    const all = context.configuration().rowMap(object);
    if (!answer && Object.keys(query).length === 0) return this.#list(object, all);
    const only = wholeKey(object, query);
    const row = only === undefined ? undefined : all.get(only);
    const rows: Iterable<readonly [string, Values]> = only === undefined ? all : row ? [[only, row]] : [];
    return Array.from(rows, ([key, configured]) => {
      const shown = this.#show(object, configured);
      const live = columns?.get(key);
      return live ? { ...shown, ...live } : shown;
    });
  }

  #list(object: TableObject, all: ReadonlyMap<string, Values>): readonly Values[] {
    const list = this.#lists.get(all) ?? Array.from(all.values(), (configured) => this.#show(object, configured));
    if (list.length > ROWS_OF_LIST || list.length === 0) return list;
    this.#lists.delete(all);
    this.#lists.set(all, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > LISTS && oldest) this.#lists.delete(oldest);
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

/** The key of the one row that the query names; undefined where it leaves an index column open. */
function wholeKey(object: TableObject, query: Values): string | undefined {
  const whole = Object.keys(object.index).every((name) => Object.hasOwn(query, name));
  return whole ? rowKey(object, query) : undefined;
}
