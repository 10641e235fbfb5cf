import { isRecord, type JsonRecord, JsonRpcConnection } from './json-rpc.ts';

/** The members of an OVSDB set: a set of exactly one travels as the bare value (RFC 7047, section 5.1). */
export function setMembers(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value[0] === 'set' && Array.isArray(value[1])) return value[1];
  return value === undefined ? [] : [value];
}

/** The pairs of an OVSDB map whose keys and values are text. */
export function mapPairs(value: unknown): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  if (!Array.isArray(value) || value[0] !== 'map' || !Array.isArray(value[1])) return pairs;
  for (const pair of value[1]) if (Array.isArray(pair)) pairs.set(String(pair[0]), String(pair[1]));
  return pairs;
}

/** An optional column's text; undefined where it is the empty set. */
export function optionalText(value: unknown): string | undefined {
  const [member] = setMembers(value);
  return typeof member === 'string' ? member : undefined;
}

/** An optional column's number; undefined where it is the empty set. */
export function optionalNumber(value: unknown): number | undefined {
  const [member] = setMembers(value);
  return typeof member === 'number' ? member : undefined;
}

/** The UUIDs that a column of references holds. */
export function references(value: unknown): readonly string[] {
  const rows: string[] = [];
  for (const member of setMembers(value)) {
    if (Array.isArray(member) && member[0] === 'uuid' && typeof member[1] === 'string') rows.push(member[1]);
  }
  return rows;
}

/** An OVSDB map of text to text. */
export function mapOf(pairs: Readonly<Record<string, string>>): unknown {
  return ['map', Object.entries(pairs)];
}

/** An OVSDB set. */
export function setOf(members: readonly unknown[]): unknown {
  return ['set', members];
}

/** A reference to a row that exists. */
export function rowReference(uuid: string): unknown {
  return ['uuid', uuid];
}

/** A reference to a row inserted under `name` in the same transaction. */
export function newRowReference(name: string): unknown {
  return ['named-uuid', name];
}

/** Rows of a monitored table by UUID; undefined for a row that went away. Columns not named did not change. */
export type RowChanges = ReadonlyMap<string, JsonRecord | undefined>;

/** A client of the Open_vSwitch database (RFC 7047; the schema is that of ovs-vswitchd.conf.db(5)). */
export class Ovsdb {
  readonly #connection: JsonRpcConnection;

  private constructor(connection: JsonRpcConnection) {
    this.#connection = connection;
  }

  /** Connects to the database server at the unix socket `path`. */
  static async open(path: string): Promise<Ovsdb> {
    return new Ovsdb(await JsonRpcConnection.open(path));
  }

  /** Resolves when the connection has ended. */
  get closed(): Promise<void> {
    return this.#connection.closed;
  }

  /** Ends the connection. */
  close(): void {
    this.#connection.close();
  }

  /** Runs the operations as one transaction and returns their results; rejects, nothing being changed, when one is refused. */
  async transact(operations: readonly JsonRecord[]): Promise<readonly JsonRecord[]> {
    const answer = await this.#connection.call('transact', ['Open_vSwitch', ...operations]);
    const results = Array.isArray(answer) ? answer.filter(isRecord) : [];
    for (const result of results) {
      if (typeof result.error !== 'string') continue;
      const details = typeof result.details === 'string' ? `: ${result.details}` : '';
      throw new Error(`Open vSwitch refused a change of its database (${result.error}${details}).`);
    }
    return results;
  }

  /** The rows of `table` that fit `where` (RFC 7047, section 5.1 conditions). */
  async select(table: string, where: readonly unknown[], columns: readonly string[]): Promise<readonly JsonRecord[]> {
    const [result] = await this.transact([{ op: 'select', table, where, columns }]);
    return Array.isArray(result?.rows) ? result.rows.filter(isRecord) : [];
  }

  /**
   * As `transact`, and waits until ovs-vswitchd has put the change in force: next_cfg is bumped and cur_cfg awaited, the
   * way ovs-vsctl does it. Rejects after `timeout` milliseconds.
   */
  async commit(operations: readonly JsonRecord[], timeout = 10_000): Promise<void> {
    const results = await this.transact([
      ...operations,
      { op: 'mutate', table: 'Open_vSwitch', where: [], mutations: [['next_cfg', '+=', 1]] },
      { op: 'select', table: 'Open_vSwitch', where: [], columns: ['next_cfg'] },
    ]);
    const rows = results.at(-1)?.rows;
    const wanted = Array.isArray(rows) && isRecord(rows[0]) ? Number(rows[0].next_cfg) : 0;
    // RFC 7047 "wait" would block the whole connection and knows only equality; cur_cfg may run past our number.
    for (let pause = 1, waited = 0; ; waited += pause, pause = Math.min(pause * 2, 20)) {
      const [row] = await this.select('Open_vSwitch', [], ['cur_cfg']);
      if (Number(row?.cur_cfg) >= wanted) return;
      if (waited > timeout) throw new Error('ovs-vswitchd does not take changes of its database.');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /**
   * Reports the rows of `table` now and every change from then on (monitor_cond of ovsdb-server(7)). One table a
   * connection; `changed` gets the present rows before the promise resolves.
   */
  async monitor(table: string, columns: readonly string[], changed: (rows: RowChanges) => void): Promise<void> {
    const take = (updates: unknown): void => {
      if (!isRecord(updates) || !isRecord(updates[table])) return;
      const rows = new Map<string, JsonRecord | undefined>();
      for (const [uuid, update] of Object.entries(updates[table])) {
        if (!isRecord(update)) continue;
        const row = update.initial ?? update.insert ?? update.modify;
        rows.set(uuid, isRecord(row) ? row : undefined);
      }
      changed(rows);
    };
    this.#connection.onNotification = (method, params) => {
      if (method === 'update2' && Array.isArray(params)) take(params[1]);
    };
    take(await this.#connection.call('monitor_cond', ['Open_vSwitch', table, { [table]: [{ columns }] }]));
  }
}
