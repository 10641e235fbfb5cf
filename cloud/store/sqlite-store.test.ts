import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { storeContract } from './contract.ts';
import { claimedSwitch, reportedBy, reportOf } from './contract-switch.ts';
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
    // Only one process uses the file.
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

it('orders what was kept before there was an order by name', async () => {
  count += 1;
  const database = await openSqlite(present());
  const former = await openSqlStore(database);
  for (const [serial, name] of [
    ['A', 'switch 10'],
    ['B', 'Switch 9'],
  ] as const) {
    await former.claimed(claimedSwitch(serial));
    await former.report(serial, reportOf({ name }), reportedBy());
  }
  await database.transaction(async (sql) => {
    for (const column of ['sort_key', 'line', 'report_number', 'pending_until', 'reported_at']) {
      await sql.run(`ALTER TABLE switches DROP COLUMN ${column}`);
    }
    for (const table of ['sessions', 'revoked', 'lines']) await sql.run(`DROP TABLE ${table}`);
    await sql.run('ALTER TABLE rollouts DROP COLUMN begins_at');
    await sql.run('ALTER TABLE claims RENAME COLUMN wrong_codes TO tries');
    await sql.run('UPDATE schema_version SET version = 5');
  });
  const store = await openSqlStore(database);
  const all = { tenant: 'own', search: '', condition: undefined, drifted: false, isAlarmed: false } as const;
  const { rows } = await store.listSwitches({ ...all, orderBy: 'name', descending: false, offset: 0, limit: 9 });
  expect(rows.map(({ name }) => name)).toEqual(['Switch 9', 'switch 10']);
  await store.close();
});
