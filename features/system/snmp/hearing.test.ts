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

/** So many wrong ones in the name of an address; how often that made it a suspected one. */
const guess = (count: number, address = MANAGER) =>
  Array.from({ length: count }, () => hearing.fail(address)).filter((told) => told).length;

test('an address is suspected after 20 wrong messages, for five minutes, and that is told once', () => {
  expect(guess(19)).toBe(0);
  expect(hearing.isSuspected(MANAGER)).toBe(false);
  expect(guess(1000)).toBe(1);
  expect([hearing.isSuspected(MANAGER), hearing.isSuspected('192.0.2.8')]).toEqual([true, false]);
  clock.advance(300_000);
  expect(hearing.isSuspected(MANAGER)).toBe(false);
});

test('no flood of addresses is kept, and none frees a suspected one', () => {
  guess(20);
  for (let at = 0; at < 20_000; at += 1) hearing.fail(`198.51.${at >> 8}.${at & 255}`);
  expect(hearing.isSuspected(MANAGER)).toBe(true);
});
