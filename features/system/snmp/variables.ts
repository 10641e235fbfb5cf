import type { DeviceContext } from '../../../device/feature.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { instanceReader } from '../../../model/mib/column.ts';
import { instanceOf, readInstance } from '../../../model/mib/instance.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../../../model/schema/object.ts';
import type { MibSyntax, MibValue } from '../../../model/smi/syntax.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { Arcs } from '../../../protocols/snmp/ber.ts';
import { arcsOf, compareArcs } from '../../../protocols/snmp/oid-order.ts';
import type { SnmpValue, VarBind } from '../../../protocols/snmp/pdu.ts';
import type { Found, Variables } from '../../../protocols/snmp/responder.ts';
import type { View } from '../../../protocols/snmp/vacm.ts';
import { DraftRows, ENTRY_STATUS } from './draft-rows.ts';
import { findColumn, firstBehind, type ServedColumn } from './served-columns.ts';
import { setVariables } from './set-variables.ts';
import { type Instance, Snapshots } from './snapshots.ts';
import type { StandardObject } from './standard-object.ts';

/** SNMP readers get the same. */
const reader: Caller = {
  access: 'snmp',
  user: 'SNMP',
  session: undefined,
  remoteAddress: undefined,
  connection: undefined,
};

/** Tables that one request has had made. */
type Tables = Map<ObjectDeclaration, Promise<readonly Values[]>>;

/** Where a walk goes on. */
interface Cursor {
  readonly place: number;
  readonly instances: readonly Instance[];
  readonly row: number;
}

/** Where a walk goes on behind a variable that was found, by its very name: within a request nothing is searched again. */
class Cursors {
  /** The last one, which most requests ask for next. */
  #name: Arcs | undefined;
  #cursor: Cursor | undefined;
  readonly #others = new Map<Arcs, Cursor>();

  take(name: Arcs): Cursor | undefined {
    if (name === this.#name) {
      this.#name = undefined;
      return this.#cursor;
    }
    const other = this.#others.get(name);
    this.#others.delete(name);
    return other;
  }

  put(name: Arcs, cursor: Cursor): void {
    if (this.#name && this.#cursor) this.#others.set(this.#name, this.#cursor);
    this.#name = name;
    this.#cursor = cursor;
  }
}

/** Arcs of a name at most (RFC 2578 3.5): clients take no longer one, and a walk of theirs would end there. */
const NAME_MAXIMUM = 128;

/** The status of a row that is there: active (RFC 2579), valid (RFC 2819). */
const IN_FORCE = 1;

/** The device's variables: the columns of its objects, by the names of the MIBs. */
export class DeviceVariables {
  readonly #context: DeviceContext;
  readonly #columns: readonly ServedColumn[];
  /** By column. */
  readonly #readers: ReadonlyMap<ServedColumn, Reader>;
  readonly #standard: ReadonlyMap<ObjectDeclaration, StandardObject>;
  readonly #snapshots: Snapshots;
  /** The configuration of the snapshots. */
  #configuration: Configuration | undefined;
  readonly #drafts: DraftRows;

  /** @param columns in their order; `standard` are the objects that only SNMP shows. */
  constructor(context: DeviceContext, columns: readonly ServedColumn[], standard: readonly StandardObject[]) {
    this.#context = context;
    this.#columns = columns;
    this.#readers = new Map(columns.map((column) => [column, readerOf(column)]));
    this.#standard = new Map(standard.map((one) => [one.object, one]));
    this.#drafts = new DraftRows(() => context.clock.now());
    this.#snapshots = new Snapshots(
      async (object) => [...(await this.#read(object, {})), ...this.#drafts.rows(object)],
      () => context.clock.now(),
    );
  }

  /** The configuration has changed: cached values are outdated. */
  forget(): void {
    this.#snapshots.forget();
  }

  /** The variables as one request of this caller sees them: what it reads more than once it reads once. */
  for(caller: Caller): Variables {
    const rows = new Map<string, Promise<Values | undefined>>();
    const tables = new Map<ObjectDeclaration, Promise<readonly Values[]>>();
    const cursors = new Cursors();
    return {
      get: (name) => this.#get(name, rows, tables),
      next: (name, view) => this.#next(name, view, cursors),
      set: async (varBinds) => {
        try {
          const around = {
            context: this.#context,
            columns: this.#columns,
            standard: this.#standard,
            drafts: this.#drafts,
          };
          return await setVariables(varBinds, around, caller);
        } finally {
          this.forget();
        }
      },
    };
  }

  async #get(name: Arcs, rows: Map<string, Promise<Values | undefined>>, tables: Tables): Promise<SnmpValue> {
    const { at: column } = findColumn(this.#columns, name);
    if (!column) return { type: 'noSuchObject' };
    const { object, oid } = column;
    const rest = name.slice(oid.length);
    const key = `${object.name} ${rest.join('.')}`;
    let row = rows.get(key);
    if (!row) {
      row = this.#row(object, rest, tables);
      rows.set(key, row);
    }
    const values = await row;
    return (values && this.#readers.get(column)?.(values)) ?? { type: 'noSuchInstance' };
  }

  async #row(object: ObjectDeclaration, instance: Arcs, tables: Tables): Promise<Values | undefined> {
    if (object.shape === 'group') {
      return instance.length === 1 && instance[0] === 0 ? (await this.#read(object, {}))[0] : undefined;
    }
    const standard = this.#standard.get(object);
    const query = readInstance(object, instance);
    if (!standard) return query && ((await this.#read(object, query))[0] ?? this.#draft(object, query));
    if (query && standard.row) return standard.row(this.#context, query);
    // The others are built as a whole, and so are columns outside of a page's row numbers: a caller that asks for
    // several of their rows has them built once.
    const table = tables.get(object) ?? this.#read(object, {});
    tables.set(object, table);
    return (await table).find((row) => compareArcs(instanceOf(object, row), instance) === 0);
  }

  #draft(object: TableObject, query: Values): Values | undefined {
    const key = rowKey(object, query);
    return this.#drafts.rows(object).find((row) => rowKey(object, row) === key);
  }

  #next(name: Arcs, view: View, cursors: Cursors): Found {
    const cursor = cursors.take(name);
    if (cursor) {
      const { place, instances, row } = cursor;
      return this.#within(place, instances, row, view, cursors) ?? this.#from(place + 1, undefined, view, cursors);
    }
    const configuration = this.#context.configuration();
    if (configuration !== this.#configuration) this.forget();
    this.#configuration = configuration;
    const { at, next } = findColumn(this.#columns, name);
    return at
      ? this.#from(next - 1, name.slice(at.oid.length), view, cursors)
      : this.#from(next, undefined, view, cursors);
  }

  /** The first variable from the column at `first` on; of this one only what comes behind the instance `behind`. */
  #from(first: number, behind: Arcs | undefined, view: View, cursors: Cursors): Found {
    for (let place = first; place < this.#columns.length; place += 1) {
      const column = this.#columns[place];
      if (!column || !view.reaches(column.oid)) continue;
      const start = place === first ? behind : undefined;
      const begin = (instances: readonly Instance[]) =>
        this.#within(place, instances, start ? firstBehind(instances, start, ({ arcs }) => arcs) : 0, view, cursors);
      const instances = this.#snapshots.rows(column.object);
      if (instances instanceof Promise) {
        return instances.then((read) => begin(read) ?? this.#from(place + 1, undefined, view, cursors));
      }
      const found = begin(instances);
      if (found) return found;
    }
    return undefined;
  }

  /** The first variable of a column from `begin` of its instances on. */
  #within(
    place: number,
    instances: readonly Instance[],
    begin: number,
    view: View,
    cursors: Cursors,
  ): VarBind | undefined {
    const column = this.#columns[place];
    const read = column && this.#readers.get(column);
    if (!read) return undefined;
    for (let row = begin; row < instances.length; row += 1) {
      const instance = instances[row];
      const value = instance && read(instance.values);
      if (!instance || !value) continue;
      const name = column.oid.concat(instance.arcs);
      if (name.length > NAME_MAXIMUM || !view.includes(name)) continue;
      cursors.put(name, { place, instances, row: row + 1 });
      return { name, value };
    }
    return undefined;
  }

  /** The rows that there are, or the one that the query names; a group is one row. */
  async #read(object: ObjectDeclaration, query: Values): Promise<readonly Values[]> {
    const standard = this.#standard.get(object);
    if (standard) return standard.rows(this.#context);
    try {
      const read = await this.#context.management.read(object, query, reader);
      return isRows(read) ? read : [read];
    } catch (error) {
      if (error instanceof Refusal && error.code === ErrorCode.noSuchName) return [];
      throw error;
    }
  }
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/** Value of a column in a row, as it goes over the wire; undefined if there is none. */
type Reader = (values: Values) => SnmpValue | undefined;

function readerOf({ object, column, field }: ServedColumn): Reader {
  if (column === undefined || !field) {
    const status = object.shape === 'table' ? (object.mib?.statusColumn ?? ENTRY_STATUS) : ENTRY_STATUS;
    return (values) => ({ type: 'Integer32', value: Number(values[status] ?? IN_FORCE) });
  }
  const read = instanceReader(field, column);
  return (values) => {
    const held = read(values);
    return held && wireValue(held.type, held.value);
  };
}

/** A value of a MIB as it goes over the wire. */
function wireValue(type: MibSyntax['type'], value: MibValue): SnmpValue {
  if (type === 'OctetString' || type === 'IpAddress') {
    return { type, value: value instanceof Uint8Array ? value : new Uint8Array(0) };
  }
  if (type === 'ObjectIdentifier') return { type, value: arcsOf(String(value)) };
  return type === 'Counter64'
    ? { type, value: typeof value === 'bigint' ? value : 0n }
    : { type, value: Number(value) };
}
