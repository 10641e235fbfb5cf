import { expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { HandshakeTurns } from './handshake-turns.ts';

/** Two a second and four at once of one source; ten a second and ten at once in all. */
function begin() {
  const clock = new ManualClock();
  const turns = new HandshakeTurns(clock, { all: { rate: 10, burst: 10 }, source: { rate: 2, burst: 4 } });
  const begun = new Map<string, number>();
  const enter = (source: string, { known = false, times = 1, gone = false } = {}) => {
    for (let time = 0; time < times; time += 1) {
      turns.enter(source, known, () => {
        if (gone) return false;
        begun.set(source, (begun.get(source) ?? 0) + 1);
        return true;
      });
    }
  };
  return { clock, begun, enter };
}

test('handshakes of a source begin at once as long as they are few, and then one after the other', () => {
  const { clock, begun, enter } = begin();
  enter('a', { times: 8 });
  expect(begun.get('a')).toBe(4);
  clock.advance(1_000);
  expect(begun.get('a')).toBe(6);
  clock.advance(1_000);
  expect(begun.get('a')).toBe(8);
  clock.advance(60_000);
  enter('a', { times: 8 });
  expect(begun.get('a')).toBe(12);
});

test('many sources share what there is, each in its turn, and none of them waits for the longest line', () => {
  const { clock, begun, enter } = begin();
  for (let source = 0; source < 5; source += 1) enter(`flood ${source}`, { times: 100 });
  expect([...begun.values()].reduce((sum, count) => sum + count)).toBe(10);
  enter('new');
  clock.advance(1_000);
  expect(begun.get('new')).toBe(1);
  expect([...begun.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(21);
});

test('a source that somebody signed in from does not wait for strangers', () => {
  const { begun, enter } = begin();
  for (let source = 0; source < 5; source += 1) enter(`flood ${source}`, { times: 100 });
  enter('owner', { known: true, times: 4 });
  expect(begun.get('owner')).toBe(4);
});

test('who is gone before his turn costs the others nothing', () => {
  const { clock, begun, enter } = begin();
  enter('a', { times: 4 });
  enter('a', { times: 50, gone: true });
  enter('a');
  clock.advance(600);
  expect(begun.get('a')).toBe(5);
});
