import type { MadeRevision } from './revision.ts';
import type { SqlTransaction } from './sql.ts';
import { numberIn } from './sql-rows.ts';
import { switchIn } from './sql-switches.ts';

/** Revisions that are kept of a switch beside the ones that it has and that are safe. */
const KEPT_REVISIONS = 20;

/** A number for a revision of this switch: greater than all that it has ever been given, and never assigned twice. */
export async function takeRevision(sql: SqlTransaction, serial: string): Promise<number> {
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

/** As `Store.desire`, within a transaction. */
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
export async function putRevision(
  sql: SqlTransaction,
  serial: string,
  revision: number,
  made: MadeRevision,
): Promise<void> {
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
