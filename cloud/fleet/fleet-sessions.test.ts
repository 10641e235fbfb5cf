import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { KnownBrowsers } from '../../device/sessions/known-browsers.ts';
import type { OpenedSession, SessionOpening } from '../../device/sessions/session.ts';
import { wordsOf } from '../../model/values/message.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import { NOW } from '../store/contract-switch.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Store } from '../store/store.ts';
import { Users } from '../users.ts';
import { FleetSessions } from './fleet-sessions.ts';

const MINUTE = 60_000;

let folder: string;
let store: Store;
let clock: ManualClock;
let users: readonly Users[];
/** As two processes of a cloud have them, whose bus carries nothing. */
let here: FleetSessions;
let there: FleetSessions;
let said: string[];
let now: number;
let logins = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-sessions-'));
  store = await openSqlStore(await openSqlite(join(folder, 'store')));
  for (const name of ['anna', 'bert']) {
    await store.accounts.put({ name, tenant: 'own', passwordHash: `hash of ${name}`, role: 'administrator' });
  }
  await store.accounts.put({ name: 'rita', tenant: 'rival', passwordHash: 'hash of rita', role: 'administrator' });
  clock = new ManualClock();
  said = [];
  now = NOW;
  const wallClock = { now: () => now };
  const log = {
    write: (_severity: number, message: Parameters<typeof wordsOf>[0]) => void said.push(wordsOf(message)),
  };
  const process = async () => {
    const known = await Users.open(store, new ProcessBus(clock), clock);
    const browsers = new KnownBrowsers(Buffer.alloc(32));
    return { known, sessions: new FleetSessions({ store, users: known, clock, wallClock, browsers, log }) };
  };
  const [one, other] = [await process(), await process()];
  users = [one.known, other.known];
  [here, there] = [one.sessions, other.sessions];
});

afterEach(async () => {
  for (const each of users) each.close();
  here.stop();
  there.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

const open = (user: string, values: Partial<SessionOpening> = {}, at = here) => {
  logins += 1;
  const none = { cookie: undefined, known: undefined, forWizard: false };
  return at.open({ user, remoteAddress: '192.0.2.1', ...none, nonce: `login ${logins}`, ...values });
};

/** The answer of this process to a session: its user's name, or why not. */
const meets = (at: FleetSessions, opened: Pick<OpenedSession, 'gambit'> & { readonly cookie?: string }) =>
  at.prove({ cookie: undefined, ...opened }).then(
    ({ user: { name } }) => name,
    (error: Error) => error.message,
  );

it('a session that was opened at one process is taken by every other, with its token and its cookie together', async () => {
  const anna = await open('anna');
  const bert = await open('bert', { cookie: anna.cookie });
  expect(bert.cookie).toBe(anna.cookie);
  expect([await meets(here, anna), await meets(there, anna), await meets(there, bert)]).toEqual([
    'anna',
    'anna',
    'bert',
  ]);
  expect(await there.tenantsOf(anna.cookie)).toEqual(['own', 'own']);
  for (const wrong of [{ gambit: anna.gambit }, { ...anna, cookie: 'x' }, { ...anna, gambit: 'x' }]) {
    expect(await meets(there, wrong)).toContain('not valid');
  }
  // A reader of the store can open none.
  const kept = JSON.stringify(await store.sessions.ofTenant('own'));
  expect([anna.gambit, anna.cookie].filter((secret) => kept.includes(secret))).toEqual([]);
});

it('counts as proved at every process, for two minutes', async () => {
  const anna = await open('anna');
  const isProved = async (at: FleetSessions) => at.isProved((await at.prove(anna)).session);
  expect(await isProved(here)).toBe(false);
  await here.proved((await here.prove(anna)).session);
  expect([await isProved(here), await isProved(there)]).toEqual([true, true]);
  expect(await there.prove(await open('anna')).then(({ session }) => there.isProved(session))).toBe(false);
  // Clocks of processes differ by minutes, and one that is set back further extends no proof.
  const { session } = await there.prove(anna);
  now -= 5 * MINUTE;
  expect(there.isProved(session)).toBe(true);
  now -= 1;
  expect(there.isProved(session)).toBe(false);
  now += 5 * MINUTE + 1;
  now += 2 * MINUTE;
  expect(await isProved(there)).toBe(false);
});

it('keeps its use twice a minute at most, however often it is used', async () => {
  const anna = await open('anna');
  const { session } = await here.prove(anna);
  const use = vi.spyOn(store.sessions, 'use');
  await here.touch(session);
  now += 29_999;
  await here.touch(session);
  expect(use).not.toHaveBeenCalled();
  now += 1;
  await here.touch(session);
  expect(use).toHaveBeenCalledOnce();
  expect((await there.prove(anna)).session.lastUsed).toBe(now);
  use.mockRestore();
});

it('who logs out at one process is out at every other', async () => {
  const anna = await open('anna');
  const second = await open('anna', { cookie: anna.cookie });
  expect(await there.close(anna)).toEqual({ lastOfBrowser: false });
  expect(await meets(here, anna)).toContain('has ended');
  expect(await here.close(second)).toEqual({ lastOfBrowser: true });
  expect(await there.isSignedIn(anna.cookie)).toBe(false);
  expect(said).toHaveLength(2);
});

it('ends with the account or its password, at a process too that has not heard of that, and not before it', async () => {
  const [anna, bert] = [await open('anna'), await open('bert')];
  const role = { name: 'anna', tenant: 'own', passwordHash: 'hash of anna', role: 'observer' } as const;
  await store.accounts.put(role);
  expect(await meets(there, anna)).toBe('anna');
  await store.accounts.put({ ...role, passwordHash: 'another' });
  await store.accounts.remove('bert');
  await store.accounts.put({ ...role, name: 'bert', tenant: 'rival' });
  for (const ended of [anna, bert]) expect(await meets(there, ended)).toContain('was changed');
  // A password proved before it was changed is not accepted after it.
  await expect(open('anna')).rejects.toThrow('not correct');
  await expect(open('bert')).rejects.toThrow('not correct');
  // And a new account is known even without a notification.
  await store.accounts.put({ ...role, name: 'carl', passwordHash: 'hash of carl' });
  await users[0]?.read();
  expect(await meets(there, await open('carl'))).toBe('carl');
});

it('ends after half an hour that nobody used it at any process, after twelve in any case, and where a clock was wrong', async () => {
  const [used, idle] = [await open('anna'), await open('bert')];
  for (let half = 0; half < 24; half += 1) {
    now += 29 * MINUTE;
    const { session } = await (half % 2 === 0 ? here : there).prove(used);
    await here.touch(session);
  }
  expect(await meets(there, idle)).toContain('idle');
  expect(await there.isSignedIn(idle.cookie)).toBe(false);
  now = NOW + 12 * 60 * MINUTE;
  expect(await meets(there, used)).toContain('maximum duration');
  const future = await open('anna');
  now -= 6 * MINUTE;
  expect(await meets(there, future)).toContain('maximum duration');
  expect(said).toHaveLength(3);
  // An ended session is remembered for a while, and nothing is stored for ever.
  now += 14 * 60 * MINUTE;
  clock.advance(MINUTE);
  await expect.poll(() => meets(here, used)).toContain('not valid');
});

it('ends to the moment: after half an hour of rest, twelve hours in all, and five minutes that a clock may be ahead', async () => {
  const anna = await open('anna');
  now = NOW + 30 * MINUTE - 1;
  expect(await meets(there, anna)).toBe('anna');
  now += 1;
  expect(await meets(there, anna)).toContain('idle');
  const bert = await open('bert');
  const { session } = await here.prove(bert);
  for (const end = now + 12 * 60 * MINUTE - 1; now < end; ) {
    now = Math.min(end, now + 29 * MINUTE);
    await store.sessions.use(session.tokenHash, now);
  }
  expect(await meets(there, bert)).toBe('bert');
  now += 1;
  expect(await meets(there, bert)).toContain('maximum duration');
  const ahead = await open('anna');
  now -= 5 * MINUTE;
  expect(await meets(there, ahead)).toBe('anna');
  now -= 1;
  expect(await meets(there, ahead)).toContain('maximum duration');
});

it('remembers why a session ended for as long as its browser may ask, and an hour more', async () => {
  const anna = await open('anna');
  await there.close(anna);
  // Each login tidies the store.
  now = NOW + 13 * 60 * MINUTE - 1;
  await open('bert');
  expect(await meets(there, anna)).toContain('has ended');
  now += 1;
  await open('bert');
  expect(await meets(there, anna)).toContain('not valid');
});

it('one login opens one session, wherever it is sent again', async () => {
  await open('anna', { nonce: 'once' });
  await expect(open('anna', { nonce: 'once' }, there)).rejects.toThrow('not correct');
  const both = await Promise.allSettled([open('bert', { nonce: 'twice' }), open('bert', { nonce: 'twice' }, there)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('a tenant has a hundred, of which a login may end one of its own, and no other tenant is kept out by that', async () => {
  const rita = await open('rita');
  const [ritas] = await store.sessions.ofTenant('rival');
  const first = await open('anna');
  now += 1_000;
  const many = await Promise.allSettled(
    Array.from({ length: 104 }, (_, at) => open('anna', {}, at % 2 ? here : there)),
  );
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(5);
  const [oldest] = (await store.sessions.ofTenant('own')).toSorted((a, b) => a.lastUsed - b.lastUsed);
  await expect(open('bert')).rejects.toMatchObject({ longestIdle: { id: oldest?.id, user: 'anna' } });
  await expect(open('bert', { end: ritas?.id ?? '' })).rejects.toThrow('100');
  const bert = await open('bert', { end: oldest?.id ?? '' }, there);
  expect(await Promise.all([bert, first, rita].map((each) => meets(here, each)))).toEqual([
    'bert',
    'The session was ended by a login from 192.0.2.1. Please log in again.',
    'rita',
  ]);
});
