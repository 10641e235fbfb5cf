import type { ClaimStore, NewClaim, PendingClaim } from './claims.ts';
import type { SqlDatabase, SqlRow } from './sql.ts';
import { numberIn, textIn } from './sql-rows.ts';
import { switchIn, switchNamed } from './sql-switches.ts';

/** Claims in a table. */
export class SqlClaims implements ClaimStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  put({ serial, code, tenant, user, until }: NewClaim): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present && present.tenant !== tenant) return false;
      await sql.run('DELETE FROM claims WHERE serial = ? AND tenant = ?', [serial, tenant]);
      await sql.run(
        'INSERT INTO claims (serial, code, tenant, user_name, valid_until, wrong_codes) VALUES (?, ?, ?, ?, ?, 0)',
        [serial, code, tenant, user, until],
      );
      return true;
    }, switchNamed(serial));
  }

  list(tenant: string, now: number): Promise<readonly PendingClaim[]> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM claims WHERE valid_until <= ?', [now]);
      const rows = await sql.rows('SELECT * FROM claims WHERE tenant = ? ORDER BY serial COLLATE BINARY', [tenant]);
      return rows.map(readClaim);
    }, 'claims');
  }

  prove(serial: string, code: string, now: number): Promise<PendingClaim | 'wrong' | undefined> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM claims WHERE serial = ? AND valid_until <= ?', [serial, now]);
      const rows = await sql.rows('SELECT * FROM claims WHERE serial = ? ORDER BY tenant COLLATE BINARY', [serial]);
      const claims = rows.map(readClaim);
      if (claims.length === 0) return undefined;
      return claims.find((claim) => claim.code === code) ?? 'wrong';
    }, switchNamed(serial));
  }

  async countWrongCode(serial: string): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE claims SET wrong_codes = wrong_codes + 1 WHERE serial = ?', [serial]),
      switchNamed(serial),
    );
  }

  async withdraw(serial: string, tenant: string): Promise<boolean> {
    const gone = await this.#database.transaction(
      (sql) => sql.run('DELETE FROM claims WHERE serial = ? AND tenant = ?', [serial, tenant]),
      switchNamed(serial),
    );
    return gone > 0;
  }
}

function readClaim(row: SqlRow): PendingClaim {
  return {
    serial: textIn(row, 'serial'),
    code: textIn(row, 'code'),
    tenant: textIn(row, 'tenant'),
    user: textIn(row, 'user_name'),
    until: numberIn(row, 'valid_until'),
    wrongCodes: numberIn(row, 'wrong_codes'),
  };
}
