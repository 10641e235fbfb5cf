import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { Kept } from '../flash/keeper.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { EventCounts } from '../metrics/event-counts.ts';
import { type ApiToken, ApiTokens, isInSection, keptTokens } from './api-tokens.ts';

const DAY = 24 * 3_600_000;
/** Tokens at most. */
const TOKENS = 16;
const NOW = Date.UTC(2026, 0, 1);

/** Tokens at a clock of their own, and what is on flash. */
function start(flash: { tokens?: readonly ApiToken[] } = {}) {
  const clock = new ManualClock();
  const wallClock = new DeviceWallClock(clock, () => NOW + clock.now());
  const kept: Kept<readonly ApiToken[]> = {
    load: async () => flash.tokens,
    save: async (tokens) => {
      flash.tokens = tokens;
    },
    remove: async () => {},
    settled: async () => {},
  };
  const log = new LogBuffer(wallClock);
  const counts = new EventCounts();
  const tokens = new ApiTokens({ kept, clock, wallClock, log, counts });
  const lines = () => log.entries().map(englishOf);
  const create = (days: number) =>
    tokens.create({
      ...{ name: 'program', scope: 'change', section: '', creator: 'admin' },
      expires: days === 0 ? 0 : wallClock.now() + days * DAY,
    });
  return { clock, wallClock, tokens, create, flash, kept, lines, counts };
}

test('the first use of a token is kept, also of one that has the number of a revoked one', async () => {
  const { tokens, create, flash } = start();
  tokens.prove(await create(0), '192.0.2.1');
  await tokens.revoke(1);
  tokens.prove(await create(0), '192.0.2.2');
  expect(flash.tokens).toMatchObject([{ number: 1, lastAddress: '192.0.2.2' }]);
});

test('a later use of a token is kept once a day', async () => {
  const { clock, tokens, create, flash } = start();
  const secret = await create(0);
  const useAt = (time: number, address: string) => {
    clock.advance(time - clock.now());
    tokens.prove(secret, address);
    return flash.tokens?.[0]?.lastAddress;
  };
  expect(useAt(0, '192.0.2.1')).toBe('192.0.2.1');
  expect(useAt(DAY - 1, '192.0.2.2')).toBe('192.0.2.1');
  expect(useAt(DAY, '192.0.2.3')).toBe('192.0.2.3');
});

test('there are as many tokens as there may be, and not one more', async () => {
  const { tokens } = start();
  const make = (at: number) =>
    tokens.create({ name: `program ${at}`, scope: 'read', section: '', creator: 'admin', expires: 0 });
  for (let at = 1; at <= TOKENS; at += 1) await make(at);
  await expect(make(0)).rejects.toThrow(`At most ${TOKENS} tokens can exist.`);
  await tokens.revoke(5);
  await make(0);
  expect(tokens.list()).toHaveLength(TOKENS);
});

describe('a token that expires', () => {
  test('is good until its moment, and not at it', async () => {
    const { clock, tokens, create } = start();
    const secret = await create(1);
    clock.advance(DAY - 1);
    expect(tokens.isValid(secret)).toBe(true);
    clock.advance(1);
    expect(tokens.isValid(secret)).toBe(false);
  });

  test('is over by the clock where that was set ahead', async () => {
    const { wallClock, tokens, create } = start();
    const secret = await create(1);
    wallClock.step(wallClock.now() + DAY - 1);
    expect(tokens.isValid(secret)).toBe(true);
    wallClock.step(wallClock.now() + 1);
    expect(tokens.isValid(secret)).toBe(false);
  });

  test('is not prolonged by setting the clock back', async () => {
    const { clock, wallClock, tokens, create } = start();
    const secret = await create(2);
    clock.advance(DAY);
    wallClock.step(NOW - 365 * DAY);
    expect(tokens.isValid(secret)).toBe(true);
    clock.advance(DAY);
    expect(() => tokens.prove(secret, '192.0.2.1')).toThrow('The API token has expired.');
    expect(tokens.isValid(secret)).toBe(false);
  });

  test('neither is it after a restart, and one that does not expire is for ever', async () => {
    const { create, flash } = start();
    const secret = await create(1);
    const again = start(flash);
    await again.tokens.load();
    again.wallClock.step(NOW - DAY);
    again.clock.advance(DAY);
    expect(again.tokens.isValid(secret)).toBe(false);
    await again.tokens.revoke(1);
    const unlimited = await again.create(0);
    again.clock.advance(10_000 * DAY);
    expect(again.tokens.isValid(unlimited)).toBe(true);
  });
});

test('a token of a section covers the pages below it, and none that only begins alike', () => {
  expect(isInSection('Network', { page: '/Network/VLAN/Tagged' })).toBe(true);
  expect(isInSection('Save', { page: '/Save' })).toBe(true);
  expect(isInSection('Save', { page: '/SaveAndMore' })).toBe(false);
  expect(isInSection('Network', {})).toBe(false);
  expect(isInSection('', {})).toBe(true);
});

test('kept tokens are read whole or not at all', async () => {
  const { tokens, create } = start();
  await create(1);
  const kept = tokens.list();
  const read = (change: object) => keptTokens.read([{ ...kept[0], ...change }], 1);
  expect(read({})).toEqual(kept);
  expect(read({ section: 'Network' })).toHaveLength(1);
  const wrong = [{ scope: 'all' }, { section: 'Everything' }, { hash: 1 }, { expires: '0' }, { lastUse: undefined }];
  expect(wrong.map(read)).toEqual(wrong.map(() => undefined));
  expect(['x', { ...kept }, [undefined]].map((json) => keptTokens.read(json, 1))).toEqual(Array(3).fill(undefined));
});

test('a token that cannot be kept is none, and one that cannot be forgotten is revoked all the same', async () => {
  const { tokens, create, kept } = start();
  const secret = await create(1);
  kept.save = () => Promise.reject(new Error('full'));
  await expect(tokens.revoke(1)).rejects.toThrow('The token is revoked until the next restart only');
  expect(tokens.isValid(secret)).toBe(false);
  await expect(create(1)).rejects.toThrow('The token could not be kept');
  expect(tokens.list()).toEqual([]);
});

test('each token has its own secret, uses and number, over a restart too', async () => {
  const { tokens, flash, lines, counts } = start();
  const make = (name: string, expires = 0) =>
    tokens.create({ name, scope: 'read', section: '', creator: 'admin', expires });
  const [first, second] = [await make('first'), await make('second', NOW + DAY)];
  await expect(make('first')).rejects.toThrow('A token named first already exists.');
  expect(tokens.prove(second, '192.0.2.2')).toMatchObject({ name: 'second', number: 2 });
  expect(tokens.list().map(({ lastAddress }) => lastAddress)).toEqual(['', '192.0.2.2']);
  expect(tokens.isValid('fpt_made-up')).toBe(false);
  expect(() => tokens.prove('fpt_made-up', '192.0.2.3')).toThrow('The API token is not valid.');
  expect(lines()).toEqual(['API token from 192.0.2.3 refused: it is not known.']);
  expect(counts.total('refusedTokens')).toBe(1);
  expect(await tokens.revoke(3)).toBeUndefined();
  expect(await tokens.revoke(1)).toMatchObject({ name: 'first' });
  const again = start(flash);
  await again.tokens.load();
  expect([again.tokens.isValid(first), again.tokens.isValid(second)]).toEqual([false, true]);
  again.clock.advance(DAY);
  expect(() => again.tokens.prove(second, '192.0.2.2')).toThrow('The API token has expired.');
  expect(again.lines()).toEqual(['API token second from 192.0.2.2 refused: it has expired.']);
  await again.tokens.revokeAll();
  expect([again.tokens.list(), flash.tokens]).toEqual([[], []]);
});
