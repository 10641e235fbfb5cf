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
