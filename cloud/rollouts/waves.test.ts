import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordsOf } from '../../model/values/message.ts';
import type { WaveTally } from '../store/rollouts.ts';
import { nextStep, UNDER_WAY, wavesOf } from './waves.ts';

const sizes = (count: number) => {
  const waves = wavesOf(count);
  return [...new Set(waves)].map((wave) => waves.filter((each) => each === wave).length);
};

it('goes out to one switch, to 1 %, to 10 %, to all', () => {
  expect(sizes(10_000)).toEqual([1, 99, 900, 9000]);
  expect(sizes(1000)).toEqual([1, 9, 90, 900]);
  expect(sizes(20)).toEqual([1, 1, 18]);
  expect(sizes(1)).toEqual([1]);
  expect(sizes(0)).toEqual([]);
});

const none = { ready: 0, away: 0, sent: 0, done: 0, failed: 0, unreachable: 0 };
const tally = (wave: number, values: Partial<WaveTally>): WaveTally => ({ ...none, ...values, wave });

it('stops with the first switch that is not reached, and with more than two of a hundred that did not take it', () => {
  expect(nextStep([tally(0, { done: 1 }), tally(1, { ready: 5, unreachable: 1 })])).toMatchObject({ kind: 'stop' });
  expect(nextStep([tally(0, { done: 98, failed: 2, ready: 1 })])).toMatchObject({ kind: 'send' });
  const step = nextStep([tally(0, { done: 97, failed: 3, ready: 1 })]);
  expect(step.kind === 'stop' && wordsOf(step.reason)).toBe('3 of 100 switches failed: more than 2 %.');
});

it('lets one switch at a time try what none has taken yet, whoever of the first is away', () => {
  expect(nextStep([tally(0, { away: 1 }), tally(1, { ready: 9 })])).toEqual({ kind: 'send', wave: 1, count: 1 });
  expect(nextStep([tally(0, { away: 1 }), tally(1, { ready: 8, sent: 1 })])).toEqual({ kind: 'wait' });
  expect(nextStep([tally(0, { away: 1 }), tally(1, { ready: 8, done: 1 })])).toEqual({
    kind: 'send',
    wave: 1,
    count: 8,
  });
});

type Stands = 'ready' | 'away' | 'sent' | 'done' | 'failed' | 'unreachable';

interface Played {
  readonly wave: number;
  stands: Stands;
  /** Its outcome. */
  readonly ending: 'done' | 'failed' | 'unreachable';
}

const played = fc
  .array(
    fc.record({
      away: fc.boolean(),
      ending: fc.constantFrom<Played['ending'][]>('done', 'done', 'done', 'done', 'done', 'failed', 'unreachable'),
    }),
    { minLength: 1, maxLength: 300 },
  )
  .map((fleet) => {
    const waves = wavesOf(fleet.length);
    return fleet.map(
      ({ away, ending }, at): Played => ({
        wave: waves[at] ?? 0,
        stands: away ? 'away' : 'ready',
        ending,
      }),
    );
  });

const talliesOf = (fleet: readonly Played[]): WaveTally[] =>
  [...new Set(fleet.map(({ wave }) => wave))].map((wave) => {
    const own = fleet.filter((one) => one.wave === wave);
    const count = (stands: Stands) => own.filter((one) => one.stands === stands).length;
    return {
      wave,
      ready: count('ready'),
      away: count('away'),
      sent: count('sent'),
      done: count('done'),
      failed: count('failed'),
      unreachable: count('unreachable'),
    };
  });

it('never begins a wave before the one before it ended, never has too many under way, and comes to an end', () => {
  fc.assert(
    fc.property(played, fc.infiniteStream(fc.nat()), (fleet, chances) => {
      const chance = () => Number(chances.next().value);
      const count = (stands: Stands) => fleet.filter((one) => one.stands === stands).length;
      for (let round = 0; round < fleet.length * 6 + 10; round += 1) {
        const step = nextStep(talliesOf(fleet));
        const failed = count('failed');
        if (step.kind === 'stop') {
          expect(count('unreachable') > 0 || failed * 50 > failed + count('done')).toBe(true);
          return;
        }
        // Its state is fine so far.
        expect(count('unreachable')).toBe(0);
        expect(failed * 50).toBeLessThanOrEqual(failed + count('done'));
        if (step.kind === 'finish') {
          expect(fleet.every(({ stands }) => stands === 'done' || stands === 'failed')).toBe(true);
          return;
        }
        if (step.kind === 'send') {
          const told = fleet.filter(({ stands, wave }) => stands === 'ready' && wave <= step.wave).slice(0, step.count);
          expect(told).toHaveLength(step.count);
          const earlier = fleet.filter(({ wave }) => wave < Math.max(...told.map((one) => one.wave)));
          const left = earlier.filter((one) => !told.includes(one));
          expect(left.every(({ stands }) => stands !== 'ready' && stands !== 'sent')).toBe(true);
          for (const one of told) one.stands = 'sent';
          expect(count('sent')).toBeLessThanOrEqual(count('done') === 0 ? 1 : UNDER_WAY);
        }
        // Something happens somewhere.
        const able = fleet.filter(({ stands }) => stands === 'sent' || stands === 'away');
        const one = able[chance() % Math.max(1, able.length)];
        if (one) one.stands = one.stands === 'sent' ? one.ending : 'ready';
      }
      throw new Error('It came to no end.');
    }),
    { numRuns: 60 },
  );
});
