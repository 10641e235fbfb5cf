import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../datapath/clock.ts';
import { ProcessBus } from './bus/process-bus.ts';
import { openSqlStore } from './store/sql-store.ts';
import { openSqlite } from './store/sqlite-database.ts';
import type { Store } from './store/store.ts';
import { Users } from './users.ts';

let folder: string;
let store: Store;
let clock: ManualClock;
/** As two processes of a cloud have them, on one bus and one store. */
let here: Users;
let there: Users;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-users-'));
  store = await openSqlStore(await openSqlite(join(folder, 'store')));
  clock = new ManualClock();
  const bus = new ProcessBus(clock);
  [here, there] = [await Users.open(store, bus, clock), await Users.open(store, bus, clock)];
});

afterEach(async () => {
  here.close();
  there.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const anna = { name: 'anna', tenant: 'own', passwordHash: 'hash', role: 'administrator' } as const;

it('an account that is made, changed or deleted at one process is so at every other one at once', async () => {
  await here.put(anna);
  await expect.poll(() => there.named('anna')).toEqual(anna);
  await here.renewHash('anna', 'hash', 'another');
  await expect.poll(() => there.named('anna')?.passwordHash).toBe('another');
  await there.remove('anna');
  await expect.poll(() => here.named('anna')).toBeUndefined();
  expect(here.all()).toEqual([]);
});

it('an account of which no word came through is known within ten seconds, and no longer once it is closed', async () => {
  await store.accounts.put(anna);
  expect(here.named('anna')).toBeUndefined();
  there.close();
  clock.advance(10_000);
  await expect.poll(() => here.named('anna')).toEqual(anna);
  expect(there.named('anna')).toBeUndefined();
});

it('an account that was deleted does not come back by a list that was read before, and arrives after', async () => {
  await here.put(anna);
  const list = store.accounts.list.bind(store.accounts);
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  store.accounts.list = async () => {
    const read = await list();
    await late;
    return read;
  };
  const reading = here.read();
  await new Promise(setImmediate);
  store.accounts.list = list;
  await here.remove('anna');
  arrive();
  await reading;
  expect(here.named('anna')).toBeUndefined();
});
