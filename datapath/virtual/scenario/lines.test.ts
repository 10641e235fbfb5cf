import { expect, test } from 'vitest';
import type { Link } from '../negotiation.ts';
import type { LineErrors } from '../virtual-datapath.ts';
import { playLines } from './lines.ts';
import { seededRandom, wholeAround } from './random.ts';
import type { ScenarioFault } from './scenario.ts';

/** Errors of lines in ten seconds; averages that are whole numbers are kept. */
function errorsOf(lines: Readonly<Record<number, Link | undefined>>, faults: readonly ScenarioFault[] = []) {
  const errors = new Map<number, LineErrors>();
  const chassis = {
    line: (port: number) => lines[port],
    countErrors: (port: number, counted: LineErrors) => void errors.set(port, counted),
  };
  playLines(chassis, Object.keys(lines).map(Number), faults, 10, () => 0.5);
  return errors;
}

const line = (duplex: 'half' | 'full', mismatch = false): Link => ({ speed: 100, duplex, mismatch });

test('lines in order show no errors, half-duplex ones collide', () => {
  const collisions = { singleCollisions: 4, multipleCollisions: 1, deferredTransmissions: 4 };
  expect(errorsOf({ 1: line('full'), 2: undefined, 3: line('half') })).toEqual(new Map([[3, collisions]]));
});

test('where the ends run different duplex, the full one gets damaged frames and the half one collides late', () => {
  const errors = errorsOf({ 1: line('full', true), 2: line('half', true) });
  expect(errors.get(1)).toEqual({ fcsErrors: 30, fragments: 30 });
  expect(errors.get(2)).toEqual({ lateCollisions: 30 });
});

test('a bad cable damages as many frames as it says, some of them beyond their octets', () => {
  const faults: ScenarioFault[] = [
    { kind: 'badCable', port: 1, at: 0, lasts: undefined, rate: 2 },
    { kind: 'powerShort', port: 2, at: 0, lasts: undefined },
  ];
  expect(errorsOf({ 1: line('full'), 2: line('full') }, faults)).toEqual(
    new Map([[1, { fcsErrors: 16, alignmentErrors: 4 }]]),
  );
});

test('whole numbers are one more as often as the fraction of their average says', () => {
  expect([0, 0.29, 0.3, 0.9].map((drawn) => wholeAround(2.3, () => drawn))).toEqual([3, 3, 2, 2]);
  expect(wholeAround(3, () => 0)).toBe(3);
});

test('random numbers are the same for a seed, and spread evenly', () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 10_000 }, random);
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(8)[0]).not.toBe(draw(7)[0]);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const each of draw(7)) tenths[Math.floor(each * 10)] = (tenths[Math.floor(each * 10)] ?? 0) + 1;
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(120);
});
