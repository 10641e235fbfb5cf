import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { Hearing } from './hearing.ts';

const MANAGER = '192.0.2.7';

let clock: ManualClock;
let hearing: Hearing;
beforeEach(() => {
  clock = new ManualClock();
  hearing = new Hearing(clock);
});

const isHeard = (credential: string, address = MANAGER) => hearing.to(address)?.proves(credential) ?? false;

/** So many wrong ones in the name of an address; how many of them were looked at. */
function guess(count: number, address = MANAGER): number {
  let looked = 0;
  for (let at = 0; at < count; at += 1) {
    if (!hearing.to(address)) continue;
    looked += 1;
    hearing.fail(address);
  }
  return looked;
}

test('a suspected address is heard with what it had used, and with nothing new, right as it may be', () => {
  expect(isHeard('community reads')).toBe(true);
  expect(guess(19)).toBe(19);
  expect(hearing.to(MANAGER)?.isSuspected).toBe(false);
  expect(hearing.fail(MANAGER)).toBe(true);
  expect([isHeard('community reads'), isHeard('community writes')]).toEqual([true, false]);
  expect([isHeard('community writes', '192.0.2.8'), isHeard('community writes')]).toEqual([true, false]);
  clock.advance(300_000);
  expect(isHeard('community writes')).toBe(true);
});

test('who knows one community does not guess others the faster for it', () => {
  for (let at = 0; at < 19; at += 1) {
    isHeard('community reads');
    hearing.fail(MANAGER);
  }
  isHeard('community reads');
  expect(hearing.fail(MANAGER)).toBe(true);
});

test('wrong ones of a suspected address are looked at 50 times a second at most', () => {
  isHeard('community reads');
  guess(20);
  expect(guess(10_000)).toBe(50);
  expect(isHeard('community reads')).toBe(false);
  clock.advance(1000);
  expect(isHeard('community reads')).toBe(true);
  let looked = 0;
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1000);
    looked += guess(1000);
  }
  expect(looked).toBeLessThanOrEqual(60 * 50);
});

test('what the wrong ones of an address cost falls on nobody else, and no flood of addresses is kept', () => {
  isHeard('community reads', '192.0.2.8');
  guess(10_000);
  expect(isHeard('community reads', '192.0.2.8')).toBe(true);
  for (let at = 0; at < 20_000; at += 1) isHeard('community reads', `198.51.${at >> 8}.${at & 255}`);
  guess(20, '192.0.2.8');
  expect(isHeard('community reads', '192.0.2.8')).toBe(false);
});
