import type { Message } from '../../model/values/message.ts';
import type { KeptUser } from './accounts.ts';
import { accountChanged, type KeptSession, type MadeSession, type SessionStore } from './sessions.ts';
import type { SqlDatabase, SqlRow, SqlTransaction, SqlValue } from './sql.ts';
import { keptMessage, messageIn, numberIn, textIn } from './sql-rows.ts';

/** Name of transactions about accounts: a session is opened before its account changes, or not at all. */
export const ACCOUNTS = 'users';

export class SqlSessions implements SessionStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  open(
    { tokenHash, browser, id, user, tenant, address, signedInAt, nonce, passwordHash }: MadeSession,
    { maximum, instead, why }: Parameters<SessionStore['open']>[1],
  ): ReturnType<SessionStore['open']> {
    return this.#database.transaction(async (sql) => {
      const [account] = await sql.rows('SELECT tenant, password_hash FROM users WHERE name = ?', [user]);
      if (!account || textIn(account, 'tenant') !== tenant || textIn(account, 'password_hash') !== passwordHash) {
        return 'changed';
      }
      if ((await sql.rows('SELECT 1 AS found FROM sessions WHERE nonce = ?', [nonce])).length > 0) return 'used';
      const [count] = await sql.rows("SELECT COUNT(*) AS total FROM sessions WHERE tenant = ? AND ended = ''", [
        tenant,
      ]);
      if ((count ? numberIn(count, 'total') : 0) >= maximum) {
        const which = "id = ? AND tenant = ? AND ended = ''";
        if ((await endWhere(sql, which, [instead ?? '', tenant], why)) === 0) return 'full';
      }
      await sql.run(
        `INSERT INTO sessions (token_hash, browser, id, user_name, tenant, address, signed_in_at, last_used, nonce)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [tokenHash, browser, id, user, tenant, address, signedInAt, signedInAt, nonce],
      );
      return 'opened';
    }, ACCOUNTS);
  }

  async of(tokenHash: string): Promise<KeptSession | undefined> {
    const [found] = await this.#find('token_hash = ?', [tokenHash]);
    return found;
  }

  ofBrowser(browser: string): Promise<readonly KeptSession[]> {
    return this.#find("browser = ? AND ended = ''", [browser]);
  }

  ofTenant(tenant: string): Promise<readonly KeptSession[]> {
    return this.#find("tenant = ? AND ended = ''", [tenant]);
  }

  over({ used, opened, now }: Parameters<SessionStore['over']>[0]): Promise<readonly KeptSession[]> {
    return this.#find("ended = '' AND (last_used <= ? OR signed_in_at <= ? OR last_used > ?)", [used, opened, now]);
  }

  async use(tokenHash: string, at: number): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE sessions SET last_used = ? WHERE token_hash = ?', [at, tokenHash]),
      `session ${tokenHash}`,
    );
  }

  async proved(tokenHash: string, until: number): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE sessions SET proved_until = ? WHERE token_hash = ?', [until, tokenHash]),
      `session ${tokenHash}`,
    );
  }

  async end(tokenHash: string, why: Message): Promise<boolean> {
    const changed = await this.#database.transaction(
      (sql) => endWhere(sql, "token_hash = ? AND ended = ''", [tokenHash], why),
      `session ${tokenHash}`,
    );
    return changed > 0;
  }

  async forget(opened: number): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run("DELETE FROM sessions WHERE ended <> '' AND signed_in_at <= ?", [opened]),
      'sessions that ended',
    );
  }

  async #find(which: string, values: readonly SqlValue[]): Promise<readonly KeptSession[]> {
    return (await this.#database.rows(`SELECT * FROM sessions WHERE ${which}`, values)).map(readSession);
  }
}

/**
 * Ends the sessions of an account, except the one with the id `except`, unless the account is as in `kept`: its
 * sessions are of the one that was proved.
 */
export async function endSessionsOf(
  sql: SqlTransaction,
  name: string,
  kept: Pick<KeptUser, 'tenant' | 'passwordHash'> | undefined,
  except = '',
): Promise<void> {
  const [account] = await sql.rows('SELECT tenant, password_hash FROM users WHERE name = ?', [name]);
  const isSame =
    account && textIn(account, 'tenant') === kept?.tenant && textIn(account, 'password_hash') === kept.passwordHash;
  if (!isSame) await endWhere(sql, "user_name = ? AND id <> ? AND ended = ''", [name, except], accountChanged);
}

function endWhere(sql: SqlTransaction, which: string, values: readonly SqlValue[], why: Message): Promise<number> {
  return sql.run(`UPDATE sessions SET ended = ? WHERE ${which}`, [keptMessage(why), ...values]);
}

function readSession(row: SqlRow): KeptSession {
  return {
    tokenHash: textIn(row, 'token_hash'),
    browser: textIn(row, 'browser'),
    id: textIn(row, 'id'),
    user: textIn(row, 'user_name'),
    tenant: textIn(row, 'tenant'),
    address: textIn(row, 'address'),
    signedInAt: numberIn(row, 'signed_in_at'),
    lastUsed: numberIn(row, 'last_used'),
    provedUntil: numberIn(row, 'proved_until'),
    ended: messageIn(row, 'ended'),
  };
}
