// @long-running
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../datapath/clock.ts';
import { startTestStore, type TestStore } from '../../tests/cloud/test-servers.ts';
import { storeContract } from './contract.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlStore } from './sql-store.ts';
import { StoreAway } from './store-away.ts';

let server: TestStore;
let present = '';

beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.close());

const open = async (address: string) => openSqlStore(await openPostgres(address, systemClock));

storeContract(
  'in PostgreSQL',
  () => {
    present = server.database();
    return open(present);
  },
  async (store, how) => {
    if (how === 'instead') await store.close();
    return open(present);
  },
);

it('is made by several processes that begin at once', async () => {
  const address = server.database();
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(address)));
  expect(await Promise.all(stores.map((store) => store.accounts.list()))).toEqual([[], [], [], []]);
  await Promise.all(stores.map((store) => store.close()));
});

it('is not opened by a program that is older than what it holds', async () => {
  const database = await openPostgres(server.database(), systemClock);
  await openSqlStore(database);
  await database.transaction((sql) => sql.run('UPDATE schema_version SET version = 99'));
  await expect(openSqlStore(database)).rejects.toThrow('later version');
  await database.close();
});

it('lets only one of two transactions have what both have seen', async () => {
  const database = await openPostgres(server.database(), systemClock);
  await database.transaction((sql) => sql.run('CREATE TABLE seats (taken BIGINT NOT NULL)'));
  const take = () =>
    database.transaction(async (sql) => {
      const taken = (await sql.rows('SELECT taken FROM seats')).length;
      if (taken >= 3) return false;
      await sql.run('INSERT INTO seats (taken) VALUES (?)', [taken]);
      return true;
    });
  const results = await Promise.all(Array.from({ length: 10 }, take));
  expect(results.filter((result) => result)).toHaveLength(3);
  await database.close();
});

it('says where it cannot be reached or refuses, and never with which password', async () => {
  const right = server.database();
  const wrong = new URL(right);
  wrong.password = 'guessed-wrongly';
  const refusal = await open(wrong.href).catch((error: Error) => error.message);
  expect(refusal).toMatch(/^The store at postgres:\/\/127\.0\.0\.1:\d+\/postgres cannot be used: password/);
  expect(refusal).not.toContain('guessed-wrongly');
  const nobody = new URL(right);
  nobody.port = '1';
  const away = await open(nobody.href).catch((error: Error) => error.message);
  expect(away).toMatch(/:1\/postgres cannot be used: connect ECONNREFUSED/);
  expect(away).not.toContain(nobody.password);
});

it('comes back with what it acknowledged when the store is killed and started again', async () => {
  const store = await open(server.database());
  const user = (name: string) => ({ name, tenant: 'own', passwordHash: 'h', role: 'observer' }) as const;
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const writing = Array.from({ length: 8 }, async (_, writer) => {
    for (let at = 0; !isOver; at += 1) {
      const name = `${writer}-${String(at).padStart(5, '0')}`;
      await store.accounts.put(user(name)).then(
        () => acknowledged.push(name),
        (error: unknown) => failures.push(error),
      );
    }
  });
  for (let round = 0; round < 3; round += 1) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
    await server.kill();
    await server.start();
  }
  const before = acknowledged.length;
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(writing);
  const kept = new Set((await store.accounts.list()).map(({ name }) => name));
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  // A failure to store is reported in words.
  expect(failures.every((failure) => failure instanceof StoreAway)).toBe(true);
  await store.close();
});

it('answers in words while the store is away for longer', async () => {
  const store = await open(server.database());
  await server.kill();
  await expect(store.accounts.list()).rejects.toThrow(StoreAway);
  await expect(store.accounts.remove('nobody')).rejects.toThrow('The store of the cloud does not respond.');
  await server.start();
  expect(await store.accounts.list()).toEqual([]);
  await store.close();
});
