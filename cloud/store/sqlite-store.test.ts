import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { storeContract } from './contract.ts';
import { openSqlStore } from './sql-store.ts';
import { openSqlite } from './sqlite-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'faceplate-store-'));
let count = 0;

const present = () => join(folder, `${count}.sqlite`);

afterAll(() => rmSync(folder, { recursive: true }));

storeContract(
  'in SQLite',
  async () => {
    count += 1;
    return openSqlStore(await openSqlite(present()));
  },
  async (store, how) => {
    // One process alone uses the file.
    if (how === 'beside') return store;
    await store.close();
    return openSqlStore(await openSqlite(present()));
  },
);

it('is not opened by a program that is older than what it holds', async () => {
  count += 1;
  const database = await openSqlite(present());
  await openSqlStore(database);
  await database.transaction((sql) => sql.run('UPDATE schema_version SET version = 99'));
  await expect(openSqlStore(database)).rejects.toThrow('later version');
  await database.close();
});
