import type { AccountStore, KeptUser } from './accounts.ts';
import type { SqlDatabase, SqlRow } from './sql.ts';
import { textIn } from './sql-rows.ts';
import { ACCOUNTS, endSessionsOf } from './sql-sessions.ts';

/** Accounts in a table. */
export class SqlAccounts implements AccountStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async list(): Promise<readonly KeptUser[]> {
    return (await this.#database.rows('SELECT * FROM users ORDER BY name COLLATE BINARY')).map(readUser);
  }

  async renewHash(name: string, former: string, hash: string): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE users SET password_hash = ? WHERE name = ? AND password_hash = ?', [hash, name, former]),
      ACCOUNTS,
    );
  }

  async put(user: KeptUser, exceptSession?: string): Promise<void> {
    const { name, tenant, passwordHash, role } = user;
    await this.#database.transaction(async (sql) => {
      await endSessionsOf(sql, name, user, exceptSession);
      await sql.run('DELETE FROM users WHERE name = ?', [name]);
      await sql.run('INSERT INTO users (name, tenant, password_hash, role) VALUES (?, ?, ?, ?)', [
        name,
        tenant,
        passwordHash,
        role,
      ]);
    }, ACCOUNTS);
  }

  async remove(name: string): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await endSessionsOf(sql, name, undefined);
      await sql.run('DELETE FROM users WHERE name = ?', [name]);
    }, ACCOUNTS);
  }
}

function readUser(row: SqlRow): KeptUser {
  return {
    name: textIn(row, 'name'),
    tenant: textIn(row, 'tenant'),
    passwordHash: textIn(row, 'password_hash'),
    role: textIn(row, 'role') === 'administrator' ? 'administrator' : 'observer',
  };
}
