import { isRecord, type JsonRecord, JsonRpcConnection } from './json-rpc.ts';

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

/** Rows of a monitored table by UUID; undefined for a row that went away. Columns not named did not change. */
export type RowChanges = ReadonlyMap<string, JsonRecord | undefined>;

/** Follows the Open_vSwitch database (RFC 7047; the schema is that of ovs-vswitchd.conf.db(5)). It is changed by ovs-vsctl. */
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
