import { open } from 'node:fs/promises';
import { openSqliteLibrary } from './sqlite-database.ts';

/**
 * Copies the SQLite database in this file to a new one, as it is at one moment, also while a cloud uses it; durable when this
 * resolves. Rejects where `from` is no database, is damaged, or `to` is there already.
 */
export async function copySqlite(from: string, to: string): Promise<void> {
  const library = await openSqliteLibrary(from);
  try {
    library.prepare('VACUUM INTO ?').run([to]);
  } finally {
    library.close();
  }
  const copy = await openSqliteLibrary(to);
  try {
    const [found] = copy.prepare('PRAGMA integrity_check').all([]) as readonly Record<string, unknown>[];
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
