import { open } from 'node:fs/promises';
import { openSqliteLibrary } from './sqlite-database.ts';

/**
 * Copies the SQLite database in this file to a new one, as it is at one moment, also while a cloud uses it; durable when this
 * resolves. Rejects where `from` is no database, is damaged, or `to` is there already.
 *
 * @param emptied tables of which nothing is copied.
 */
export async function copySqlite(from: string, to: string, emptied: readonly string[]): Promise<void> {
  const library = await openSqliteLibrary(from);
  try {
    library.prepare('VACUUM INTO ?').run([to]);
  } finally {
    library.close();
  }
  const copy = await openSqliteLibrary(to);
  try {
    const [found] = copy.prepare('PRAGMA integrity_check').all([]) as readonly Record<string, unknown>[];
    const tables = copy.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all([]);
    const names = new Set((tables as readonly Record<string, unknown>[]).map(({ name }) => name));
    for (const table of emptied) if (names.has(table)) copy.exec(`DELETE FROM ${table}`);
    if (found?.integrity_check !== 'ok') throw new Error(`The database ${from} is damaged.`);
  } finally {
    copy.close();
  }
  const file = await open(to, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
