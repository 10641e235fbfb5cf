import { isRecord, type JsonRecord } from '../../model/values/json-record.ts';
import { JsonRpcConnection } from './json-rpc.ts';

/** The first member of an OVSDB set: a set of exactly one travels as the bare value (RFC 7047, section 5.1). */
function onlyMember(value: unknown): unknown {
  return Array.isArray(value) && value[0] === 'set' && Array.isArray(value[1]) ? value[1][0] : value;
}

/** An optional column's text; undefined where it is the empty set. */
export function optionalText(value: unknown): string | undefined {
  const member = onlyMember(value);
  return typeof member === 'string' ? member : undefined;
}

/** An optional column's number; undefined where it is the empty set. */
export function optionalNumber(value: unknown): number | undefined {
  const member = onlyMember(value);
  return typeof member === 'number' ? member : undefined;
}

/** The UUIDs in a column that refers to other rows. */
export function references(value: unknown): string[] {
  const members = Array.isArray(value) && value[0] === 'set' && Array.isArray(value[1]) ? value[1] : [value];
  return members.flatMap((member) => (Array.isArray(member) && member[0] === 'uuid' ? [String(member[1])] : []));
}

/** A value that refers to rows: their UUIDs. */
export function referTo(uuids: Iterable<string>): unknown {
  return ['set', [...uuids].map((uuid) => ['uuid', uuid])];
}

/** Rows of a monitored table by UUID; undefined for a row that went away. Columns not named did not change. */
export type RowChanges = ReadonlyMap<string, JsonRecord | undefined>;

/** One operation of a transaction (RFC 7047, section 5.2), on a table of the Open_vSwitch database. */
export type Operation = JsonRecord & { readonly op: string };

const DATABASE = 'Open_vSwitch';
/** The table that has the same name as the database; its only row counts configurations. */
const ROOT = 'Open_vSwitch';

/** How long the end of a lock's former holder may take to be noticed, in milliseconds. */
const LOCK_PATIENCE = 1000;

/** How long ovs-vswitchd may take to carry a change out, in milliseconds. */
const PATIENCE = 10_000;

/** The Open_vSwitch database over a standing connection (RFC 7047; the schema is that of ovs-vswitchd.conf.db(5)). */
export class Ovsdb {
  readonly #connection: JsonRpcConnection;
  readonly #monitors = new Map<string, (rows: unknown) => void>();
  /** Called with every configuration that ovs-vswitchd has carried out, and when the connection has ended. */
  readonly #watchers = new Set<() => void>();
  #carriedOut = 0;
  #lockGranted = () => {};
  #open = true;

  private constructor(connection: JsonRpcConnection) {
    this.#connection = connection;
    connection.onNotification = (method, params) => {
      if (method === 'locked') this.#lockGranted();
      if (method !== 'update2' || !Array.isArray(params) || !isRecord(params[1])) return;
      for (const [table, rows] of Object.entries(params[1])) this.#monitors.get(table)?.(rows);
    };
    void connection.closed.then(() => {
      this.#open = false;
      this.#tellWatchers();
    });
  }

  /** Connects to the database server at the unix socket `path`. */
  static async open(path: string): Promise<Ovsdb> {
    return new Ovsdb(await JsonRpcConnection.open(path));
  }

  /** Resolves when the connection has ended. */
  get closed(): Promise<void> {
    return this.#connection.closed;
  }

  /** Ends the connection; what waits for an answer is rejected. */
  close(): void {
    this.#connection.close();
  }

  /**
   * Takes a lock of the database server, which it holds until the connection ends (RFC 7047, section 4.1.8). Returns
   * whether it could: one that a dying holder leaves free within a second is taken.
   */
  async lock(name: string): Promise<boolean> {
    const granted = new Promise<true>((resolve) => {
      this.#lockGranted = () => resolve(true);
    });
    const answer = await this.#connection.call('lock', [name]);
    if (isRecord(answer) && answer.locked === true) return true;
    const late = new Promise<false>((resolve) => {
      setTimeout(resolve, LOCK_PATIENCE, false).unref();
    });
    return Promise.race([granted, late]);
  }

  /** Resolves when the server has answered. */
  async pulse(): Promise<void> {
    await this.#connection.call('echo', []);
  }

  /** Does all operations or none, and returns the result of each. Rejects with the server's message. */
  async transact(operations: readonly Operation[]): Promise<JsonRecord[]> {
    const answer = await this.#connection.call('transact', [DATABASE, ...operations]);
    const results = Array.isArray(answer) ? answer.map((result) => (isRecord(result) ? result : {})) : [];
    for (const { error, details } of results) {
      if (typeof error === 'string') throw new Error(`Open vSwitch refuses a change: ${String(details ?? error)}.`);
    }
    return results;
  }

  /** As `transact`, and waits until ovs-vswitchd has carried the change out; it rejects where that takes 10 s. */
  async apply(operations: readonly Operation[]): Promise<void> {
    if (operations.length === 0) return;
    if (!this.#monitors.has(ROOT)) {
      await this.monitor(ROOT, ['cur_cfg'], (rows) => {
        for (const row of rows.values()) this.#carriedOut = Number(row?.cur_cfg ?? this.#carriedOut);
        this.#tellWatchers();
      });
    }
    const results = await this.transact([
      ...operations,
      { op: 'mutate', table: ROOT, where: [], mutations: [['next_cfg', '+=', 1]] },
      { op: 'select', table: ROOT, where: [], columns: ['next_cfg'] },
    ]);
    await this.#whenCarriedOut(Number(firstRow(results.at(-1))?.next_cfg ?? 0));
  }

  /** The rows of `table` that match `where`. */
  async select(table: string, columns: readonly string[], where: readonly unknown[] = []): Promise<JsonRecord[]> {
    const [result] = await this.transact([{ op: 'select', table, where, columns }]);
    return Array.isArray(result?.rows) ? result.rows.filter(isRecord) : [];
  }

  /**
   * Reports the rows of `table` now and every change from then on (monitor_cond of ovsdb-server(7)). Once a table and
   * connection; `changed` gets the present rows before the promise resolves.
   */
  async monitor(table: string, columns: readonly string[], changed: (rows: RowChanges) => void): Promise<void> {
    const take = (updates: unknown): void => {
      if (!isRecord(updates)) return;
      const rows = new Map<string, JsonRecord | undefined>();
      for (const [uuid, update] of Object.entries(updates)) {
        if (!isRecord(update)) continue;
        const row = update.initial ?? update.insert ?? update.modify;
        rows.set(uuid, isRecord(row) ? row : undefined);
      }
      changed(rows);
    };
    this.#monitors.set(table, take);
    const present = await this.#connection.call('monitor_cond', [DATABASE, table, { [table]: [{ columns }] }]);
    if (isRecord(present)) take(present[table]);
  }

  #whenCarriedOut(configuration: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        if (error) reject(error);
        else resolve();
      };
      const look = () => {
        if (this.#carriedOut >= configuration) settle();
        else if (!this.#open) settle(new Error('The connection to Open vSwitch was lost.'));
      };
      const timer = setTimeout(() => {
        settle(new Error(`ovs-vswitchd did not carry a change out within ${PATIENCE / 1000} s.`));
      }, PATIENCE);
      timer.unref();
      this.#watchers.add(look);
      look();
    });
  }

  #tellWatchers(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

function firstRow(result: JsonRecord | undefined): JsonRecord | undefined {
  const row: unknown = Array.isArray(result?.rows) ? result.rows[0] : undefined;
  return isRecord(row) ? row : undefined;
}
