import type { Message } from '../../model/values/message.ts';
import { BAD_REVISIONS } from '../../protocols/cloud/report.ts';
import type { KeptRevision, MadeRevision, RevisionStore } from './revision.ts';
import type { SqlDatabase, SqlTransaction } from './sql.ts';
import { keptMessage, numberIn, textIn } from './sql-rows.ts';
import { switchIn, switchNamed } from './sql-switches.ts';

/** Revisions that are kept of a switch beside the ones that it has and that are safe. */
const KEPT_REVISIONS = 20;

/** Revisions in a table. */
export class SqlRevisions implements RevisionStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  next(serial: string): Promise<number> {
    return this.#database.transaction((sql) => takeRevision(sql, serial), switchNamed(serial));
  }

  desire(serial: string, from: number, made: MadeRevision): Promise<number | undefined> {
    return this.#database.transaction((sql) => desireIn(sql, serial, from, made), switchNamed(serial));
  }

  adopt(serial: string, revision: number, made: MadeRevision): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const changed = await sql.run(
        'UPDATE switches SET desired_revision = ? WHERE serial = ? AND desired_revision < ?',
        [revision, serial, revision],
      );
      if (changed === 0) return false;
      await putRevision(sql, serial, revision, made);
      return true;
    }, switchNamed(serial));
  }

  async of(serial: string, revision: number): Promise<KeptRevision | undefined> {
    const of = [serial, revision];
    const [row] = await this.#database.rows('SELECT * FROM revisions WHERE serial = ? AND revision = ?', of);
    return (
      row && {
        revision: numberIn(row, 'revision'),
        document: textIn(row, 'document'),
        hash: textIn(row, 'hash'),
        at: numberIn(row, 'made_at'),
        by: textIn(row, 'made_by'),
      }
    );
  }

  async markBad(serial: string, revision: number, refusal?: Message): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (!present || present.badRevisions.includes(revision)) return;
      const bad = [...present.badRevisions, revision].slice(-BAD_REVISIONS);
      await sql.run('UPDATE switches SET bad_revisions = ?, refusal = ? WHERE serial = ?', [
        JSON.stringify(bad),
        keptMessage(refusal),
        serial,
      ]);
    }, switchNamed(serial));
  }
}

/** A number for a revision of this switch: greater than all that it has ever been given, and never assigned twice. */
async function takeRevision(sql: SqlTransaction, serial: string): Promise<number> {
  const present = await switchIn(sql, serial);
  const [last] = await sql.rows('SELECT MAX(revision) AS last FROM revisions WHERE serial = ?', [serial]);
  const [given] = await sql.rows('SELECT given_revision FROM switches WHERE serial = ?', [serial]);
  const used = [
    last ? numberIn(last, 'last') : 0,
    given ? numberIn(given, 'given_revision') : 0,
    present?.desiredRevision ?? 0,
    present?.report?.revision ?? 0,
    ...(present?.badRevisions ?? []),
  ];
  const revision = Math.max(...used) + 1;
  await sql.run('UPDATE switches SET given_revision = ? WHERE serial = ?', [revision, serial]);
  return revision;
}

/** As `RevisionStore.desire`, within a transaction. */
export async function desireIn(
  sql: SqlTransaction,
  serial: string,
  from: number,
  made: MadeRevision,
): Promise<number | undefined> {
  if ((await switchIn(sql, serial))?.desiredRevision !== from) return undefined;
  const revision = await takeRevision(sql, serial);
  const changed = await sql.run('UPDATE switches SET desired_revision = ? WHERE serial = ? AND desired_revision = ?', [
    revision,
    serial,
    from,
  ]);
  if (changed === 0) return undefined;
  await putRevision(sql, serial, revision, made);
  return revision;
}

/** Keeps a revision; of earlier ones the latest, and the one that is safe. */
async function putRevision(sql: SqlTransaction, serial: string, revision: number, made: MadeRevision): Promise<void> {
  const { document, hash, at, by } = made;
  await sql.run('DELETE FROM revisions WHERE serial = ? AND revision = ?', [serial, revision]);
  await sql.run(
    'INSERT INTO revisions (serial, revision, document, hash, made_at, made_by) VALUES (?, ?, ?, ?, ?, ?)',
    [serial, revision, document, hash, at, by],
  );
  await sql.run(
    `DELETE FROM revisions WHERE serial = ? AND revision <= ? AND revision NOT IN
     (SELECT reported_revision FROM switches WHERE serial = ? UNION SELECT safe_revision FROM switches WHERE serial = ?)`,
    [serial, revision - KEPT_REVISIONS, serial, serial],
  );
}
