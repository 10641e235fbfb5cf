import { wordsOf } from '../../model/values/message.ts';
import type { AuditEntry, AuditStore, KeptAuditEntry } from './audit.ts';
import type { Listed, ListQuery } from './listed.ts';
import type { SqlDatabase, SqlRow, SqlTransaction } from './sql.ts';
import { like, listRows, messageIn, numberIn, textIn } from './sql-rows.ts';

/** Entries of the audit trail that are kept of a tenant at least, and at how many entries of all of them each is looked through. */
const KEPT_ENTRIES = 100_000;
const LOOKED_THROUGH = 512;

/** The audit trail in a table. */
export class SqlAudit implements AuditStore {
  readonly #database: SqlDatabase;
  readonly #audited: ((entry: AuditEntry) => void) | undefined;

  constructor(database: SqlDatabase, audited: ((entry: AuditEntry) => void) | undefined) {
    this.#database = database;
    this.#audited = audited;
  }

  async add(entry: AuditEntry): Promise<void> {
    const { at, tenant, user, source, serial, said } = entry;
    // Also where the store is away: then this is all that is left of it.
    this.#audited?.(entry);
    await this.#database.transaction(async (sql) => {
      const [last] = await sql.rows('SELECT MAX(number) AS last FROM audit');
      const number = (last ? numberIn(last, 'last') : 0) + 1;
      await sql.run(
        'INSERT INTO audit (number, at, tenant, user_name, source, serial, said, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [number, at, tenant, user, source, serial, JSON.stringify(said), wordsOf(said)],
      );
      // Activity of one tenant's switches and users displaces nothing of another one.
      if (number % LOOKED_THROUGH !== 0) return;
      for (const row of await sql.rows('SELECT DISTINCT tenant FROM audit'))
        await forgetOldest(sql, textIn(row, 'tenant'));
    }, 'audit');
  }

  async lastAt(): Promise<number> {
    const [row] = await this.#database.rows('SELECT at FROM audit ORDER BY number DESC LIMIT 1');
    return row ? numberIn(row, 'at') : 0;
  }

  list({ tenant, search, descending, offset, limit }: ListQuery<'number'>): Promise<Listed<KeptAuditEntry>> {
    const found =
      search === '' ? '' : ` AND LOWER(words || ' ' || user_name || ' ' || serial || ' ' || source) LIKE ? ESCAPE '!'`;
    const values = search === '' ? [tenant] : [tenant, like(search)];
    const order = `number ${descending ? 'DESC' : 'ASC'}`;
    const from = `audit WHERE tenant = ?${found}`;
    return listRows(this.#database, { from, values, order, offset, limit }, readAuditEntry);
  }
}

async function forgetOldest(sql: SqlTransaction, tenant: string): Promise<void> {
  const [oldest] = await sql.rows('SELECT number FROM audit WHERE tenant = ? ORDER BY number DESC LIMIT 1 OFFSET ?', [
    tenant,
    KEPT_ENTRIES,
  ]);
  if (oldest) await sql.run('DELETE FROM audit WHERE tenant = ? AND number <= ?', [tenant, numberIn(oldest, 'number')]);
}

function readAuditEntry(row: SqlRow): KeptAuditEntry {
  return {
    number: numberIn(row, 'number'),
    at: numberIn(row, 'at'),
    tenant: textIn(row, 'tenant'),
    user: textIn(row, 'user_name'),
    source: textIn(row, 'source'),
    serial: textIn(row, 'serial'),
    said: messageIn(row, 'said') ?? { text: textIn(row, 'words') },
  };
}
