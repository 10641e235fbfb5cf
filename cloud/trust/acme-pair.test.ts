import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { freePort } from '../../tests/free-port.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Store } from '../store/store.ts';
import { type AcmeKeeping, acmeInFile, acmeInStore } from './acme-keeping.ts';
import type { AcmeOrder } from './acme-order.ts';
import { AcmePair } from './acme-pair.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Days of life of the certificates here. */
const LIFE = 90;
const options = { directory: 'https://ca.example/dir', listen: { host: '::', port: 80 }, contact: undefined };

let folder: string;
let clock: ManualClock;
let now: number;
let orders: AcmeOrder[];
let answer: (order: AcmeOrder) => Promise<KeyPair>;
let obtained: KeyPair[];
let failures: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-acme-'));
  clock = new ManualClock();
  now = Date.now();
  [orders, obtained, failures] = [[], [], []];
  answer = async () => issue();
});

afterEach(() => rmSync(folder, { recursive: true }));

const inFile = () => acmeInFile(hostFiles, join(folder, 'acme'), options.listen);

const open = (
  given: Partial<typeof options> & { names?: readonly [string, ...string[]]; keeping?: AcmeKeeping } = {},
) => {
  const { names = ['cloud.example'], keeping = inFile(), ...others } = given;
  return AcmePair.open({
    keeping,
    options: { ...options, ...others },
    names,
    clock,
    wallClock: { now: () => now },
    async order(order) {
      orders.push(order);
      return answer(order);
    },
    obtained: (pair) => obtained.push(pair),
    failed: (reason) => failures.push(reason),
  });
};

/** A certificate that begins now. */
function issue(): KeyPair {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=cloud.example'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-days', String(LIFE), '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
}

/** Makes a look at once, and resolves when what it does is over. */
async function passing(pair: AcmePair, milliseconds: number): Promise<void> {
  now += milliseconds;
  clock.advance(milliseconds);
  await pair.look();
}

it('is ordered once, kept over a restart, and renewed after two thirds of its life with the same account', async () => {
  const first = await open();
  expect(first.pair).toBeUndefined();
  await Promise.all([first.look(), first.look()]);
  expect(obtained).toEqual([first.pair]);
  const again = await open();
  expect(again.pair).toEqual(obtained[0]);
  await passing(again, (LIFE * DAY * 2) / 3 - MINUTE);
  expect(orders).toHaveLength(1);
  await passing(again, 2 * MINUTE);
  expect(orders).toHaveLength(2);
  expect(orders[1]?.accountKey).toBe(orders[0]?.accountKey);
  expect(obtained[1]).not.toEqual(obtained[0]);
  expect((await open()).pair).toEqual(obtained[1]);
});

it('stays in use if a renewal fails, which is repeated after growing pauses', async () => {
  const pair = await open();
  await pair.look();
  answer = () => Promise.reject(new Error('The authority\n  is closed.'));
  await passing(pair, LIFE * DAY);
  expect(failures).toEqual(['The authority is closed']);
  expect(pair.pair).toEqual(obtained[0]);
  await passing(pair, 14 * MINUTE);
  expect(orders).toHaveLength(2);
  await passing(pair, MINUTE);
  await passing(pair, 29 * MINUTE);
  expect(orders).toHaveLength(3);
  answer = async () => issue();
  await passing(pair, MINUTE);
  expect(obtained).toHaveLength(2);
  expect((await open()).pair).toEqual(obtained[1]);
});

it('is ordered again soon if the first order after a renewal fails, whatever came before', async () => {
  const pair = await open();
  answer = () => Promise.reject(new Error('Closed'));
  await pair.look();
  await passing(pair, 15 * MINUTE);
  answer = async () => issue();
  await passing(pair, 30 * MINUTE);
  expect(obtained).toHaveLength(1);
  answer = () => Promise.reject(new Error('Closed'));
  await passing(pair, LIFE * DAY);
  await passing(pair, 15 * MINUTE);
  expect(orders).toHaveLength(5);
});

it('of another key is refused', async () => {
  const pair = await open();
  answer = async () => ({ ...issue(), key: issue().key });
  await pair.look();
  expect(failures).toEqual(['The certificate does not belong to the key that it was ordered for']);
  expect(pair.pair).toBeUndefined();
});

it('for other names is ordered at once while the former is in use; one of another authority is not used', async () => {
  await (await open()).look();
  const renamed = await open({ names: ['cloud.example', 'fleet.example'] });
  expect(renamed.pair).toEqual(obtained[0]);
  await renamed.look();
  expect(orders[1]).toMatchObject({ names: ['cloud.example', 'fleet.example'], accountKey: orders[0]?.accountKey });
  await passing(await open({ names: ['cloud.example', 'shop.example'] }), 0);
  expect(orders[2]).toMatchObject({ names: ['cloud.example', 'shop.example'] });
  const elsewhere = await open({ directory: 'https://other.example/dir' });
  expect(elsewhere.pair).toBeUndefined();
  await elsewhere.look();
  expect(orders[3]?.accountKey).not.toBe(orders[0]?.accountKey);
});

it('in a damaged file is ordered again', async () => {
  await (await open()).look();
  writeFileSync(join(folder, 'acme'), 'damaged');
  const pair = await open();
  expect(pair.pair).toBeUndefined();
  await pair.look();
  expect(obtained).toHaveLength(2);
});

describe('in a store', () => {
  let store: Store;
  let keepings: AcmeKeeping[];

  beforeEach(async () => {
    store = await openSqlStore(await openSqlite(join(folder, 'store')));
    const listen = async () => ({ host: '127.0.0.1', port: await freePort() });
    const keeping = async () => acmeInStore(store, { now: () => now }, await listen());
    keepings = [await keeping(), await keeping()];
  });

  afterEach(async () => {
    await Promise.all(keepings.map((one) => one.close()));
    await store.close();
  });

  const openBoth = async () =>
    [await open({ keeping: keepings[0] }), await open({ keeping: keepings[1] })] as [AcmePair, AcmePair];

  it('is ordered by one of several processes, and used by all, also when it is renewed by another', async () => {
    const [first, second] = await openBoth();
    await Promise.all([first.look(), second.look()]);
    expect(orders).toHaveLength(1);
    await Promise.all([first.look(), second.look()]);
    expect(obtained).toHaveLength(2);
    expect(second.pair).toEqual(first.pair);
    expect((await open({ keeping: keepings[1] })).pair).toEqual(first.pair);
    now += LIFE * DAY;
    await second.look();
    expect(orders[1]?.accountKey).toBe(orders[0]?.accountKey);
    await first.look();
    expect(orders).toHaveLength(2);
    expect(obtained).toHaveLength(4);
    expect(first.pair).toEqual(second.pair);
  });

  it('is ordered by another process only when the one whose order failed is gone', async () => {
    const [first, second] = await openBoth();
    answer = () => Promise.reject(new Error('Closed'));
    await first.look();
    await passing(second, 29 * MINUTE);
    expect(orders).toHaveLength(1);
    await first.look();
    await passing(second, 44 * MINUTE);
    expect(orders).toHaveLength(2);
    answer = async () => issue();
    await passing(second, MINUTE);
    expect(orders).toHaveLength(3);
    expect(second.pair).toBeDefined();
  });

  it('is asked for at any of the processes, and an order that was cut off leaves nothing', async () => {
    const places: number[] = [];
    for (const _ of keepings) places.push(await freePort());
    const answering = await Promise.all(
      places.map((port) => acmeInStore(store, { now: () => now }, { host: '127.0.0.1', port })),
    );
    const token = 'a'.repeat(43);
    const asked = () =>
      Promise.all(
        places.map(async (port) => {
          const response = await fetch(`http://127.0.0.1:${port}/.well-known/acme-challenge/${token}`);
          return [response.status, await response.text()];
        }),
      );
    const answers = await answering[0]?.answers();
    await answers?.set('short', 'answer');
    const [place = 0] = places;
    expect((await fetch(`http://127.0.0.1:${place}/.well-known/acme-challenge/short`)).status).toBe(404);
    await answers?.set(token, 'answer');
    expect(await asked()).toEqual([
      [200, 'answer'],
      [200, 'answer'],
    ]);
    await (await answering[1]?.answers())?.set('b'.repeat(43), 'other');
    expect(await asked()).toEqual([
      [404, ''],
      [404, ''],
    ]);
    await Promise.all(answering.map((one) => one.close()));
  });
});
