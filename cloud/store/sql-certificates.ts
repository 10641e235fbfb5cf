import type { CertificateStore, KeptCertificate } from './certificates.ts';
import type { SqlDatabase, SqlTransaction, SqlValue } from './sql.ts';
import { numberIn, textIn } from './sql-rows.ts';
import { switchIn, switchNamed } from './sql-switches.ts';
import type { KeptSwitch } from './switches.ts';

/** Certificates in tables. */
export class SqlCertificates implements CertificateStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  renew(certificate: KeptCertificate, present: string): Promise<boolean> {
    const { serial } = certificate;
    return this.#database.transaction(async (sql) => {
      if (!(await isCertifiedIn(sql, serial, present))) return false;
      await revoke(sql, 'serial = ? AND number <> ?', [serial, present]);
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(serial));
  }

  isCertified(serial: string, number: string): Promise<boolean> {
    return isCertifiedIn(this.#database, serial, number);
  }

  certifyAgain(
    certificate: KeptCertificate,
    { tenant, keyHash }: Pick<KeptSwitch, 'tenant' | 'keyHash'>,
  ): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, certificate.serial);
      if (present?.tenant !== tenant || present.keyHash !== keyHash || present.report) return false;
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(certificate.serial));
  }

  takeUp(certificate: KeptCertificate, { tenant, keyHash }: Pick<KeptSwitch, 'tenant' | 'keyHash'>): Promise<boolean> {
    const { number, serial, until } = certificate;
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present?.tenant !== tenant || present.keyHash !== keyHash) return false;
      if ((await sql.rows('SELECT 1 AS found FROM revoked WHERE number = ?', [number])).length > 0) return false;
      const [latest] = await sql.rows('SELECT MAX(valid_until) AS latest FROM certificates WHERE serial = ?', [serial]);
      if (!latest || until <= numberIn(latest, 'latest')) return false;
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(serial));
  }
}

async function isCertifiedIn(sql: Pick<SqlTransaction, 'rows'>, serial: string, number: string): Promise<boolean> {
  const found = await sql.rows('SELECT 1 AS found FROM certificates WHERE number = ? AND serial = ?', [number, serial]);
  return found.length > 0;
}

/** These certificates are no longer valid, and never will be. */
export async function revoke(sql: SqlTransaction, which: string, values: readonly SqlValue[]): Promise<void> {
  for (const row of await sql.rows(`SELECT number, valid_until FROM certificates WHERE ${which}`, values)) {
    await sql.run('DELETE FROM revoked WHERE number = ?', [textIn(row, 'number')]);
    await sql.run('INSERT INTO revoked (number, valid_until) VALUES (?, ?)', [
      textIn(row, 'number'),
      numberIn(row, 'valid_until'),
    ]);
  }
  await sql.run(`DELETE FROM certificates WHERE ${which}`, values);
}

/** This certificate is valid from now on. */
export async function putCertificate(sql: SqlTransaction, { number, serial, until }: KeptCertificate): Promise<void> {
  await sql.run('INSERT INTO certificates (number, serial, valid_until) VALUES (?, ?, ?)', [number, serial, until]);
}
