import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { SourceLock } from './source-lock.ts';

const guesser = (key: string) => ({ key, shownAs: key });
const shown = (lock: SourceLock) => lock.list().map(({ remoteAddress }) => remoteAddress);

test('a source is forgotten so long after its last failure, whoever failed before and after it', () => {
  const clock = new ManualClock();
  const lock = new SourceLock(clock, { attempts: 3, lockTime: 1000 });
  lock.fail(guesser('a'));
  clock.advance(400);
  lock.fail(guesser('b'));
  clock.advance(400);
  lock.fail(guesser('a'));
  clock.advance(600);
  expect(shown(lock)).toEqual(['a']);
  clock.advance(399);
  expect(shown(lock)).toEqual(['a']);
  clock.advance(1);
  expect([lock.fail(guesser('a')), lock.fail(guesser('a')), lock.fail(guesser('a'))]).toEqual([false, false, true]);
  clock.advance(1000);
  expect(lock.fail(guesser('a'))).toBe(false);
  clock.advance(1000);
  expect(shown(lock)).toEqual([]);
});

test('a locked source is so for what is left of its time, in whole seconds, and one that is not for none', () => {
  const clock = new ManualClock();
  const lock = new SourceLock(clock, { attempts: 2, lockTime: 60_000 });
  const times = () => lock.list().map(({ failures, lockedFor }) => [failures, lockedFor]);
  lock.fail(guesser('a'));
  expect(times()).toEqual([[1, 0]]);
  lock.fail(guesser('a'));
  expect(times()).toEqual([[2, 60]]);
  clock.advance(58_001);
  expect(times()).toEqual([[2, 2]]);
  expect([lock.isLocked(guesser('a')), lock.isLocked(guesser('b'))]).toEqual([true, false]);
  clock.advance(1999);
  expect(lock.isLocked(guesser('a'))).toBe(false);
});

test('of many sources the oldest that is not locked makes room, and a locked one only for want of others', () => {
  const lock = new SourceLock(new ManualClock(), { attempts: 2 });
  const locked = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      lock.fail(guesser(`locked-${at}`));
      lock.fail(guesser(`locked-${at}`));
    }
  };
  locked(0, 4095);
  lock.fail(guesser('first'));
  lock.fail(guesser('second'));
  expect(shown(lock).slice(-2)).toEqual(['locked-4094', 'second']);
  locked(4095, 4096);
  expect(shown(lock)).toEqual(Array.from({ length: 4096 }, (_, at) => `locked-${at}`));
  lock.fail(guesser('third'));
  expect([shown(lock)[0], shown(lock).at(-1)]).toEqual(['locked-1', 'third']);
});

test('of sources that are not locked the oldest makes room', () => {
  const lock = new SourceLock(new ManualClock(), { attempts: 2 });
  for (let at = 0; at <= 4096; at += 1) lock.fail(guesser(`${at}`));
  expect([shown(lock).length, shown(lock)[0]]).toEqual([4096, '1']);
});

test('a source has as many attempts in progress as it may still fail, and each that is over makes room', () => {
  const lock = new SourceLock(new ManualClock(), { attempts: 3 });
  const entered = () => [1, 2, 3, 4].map(() => lock.enter(guesser('a')));
  expect(entered()).toEqual([true, true, true, false]);
  expect(lock.enter(guesser('b'))).toBe(true);
  lock.leave(guesser('a'));
  expect(entered()).toEqual([true, false, false, false]);
  for (let at = 0; at < 3; at += 1) lock.leave(guesser('a'));
  lock.fail(guesser('a'));
  expect(entered()).toEqual([true, true, false, false]);
  for (let at = 0; at < 2; at += 1) lock.leave(guesser('a'));
  lock.succeed(guesser('a'));
  expect(entered()).toEqual([true, true, true, false]);
});
