import { expect, test } from 'vitest';
import { rateMeters } from './pipeline/rate-flows.ts';
import { RateDropTallies } from './rate-drops.ts';

const limits = {
  ingressKilobits: 64,
  egressKilobits: undefined,
  broadcasts: 128,
  multicasts: 192,
  unknownUnicasts: 256,
};
/** The meters of a port, in the order of its limits. */
const metersOf = (port: number) => rateMeters(port, limits, 1518).map(({ number }) => number);
const dropped = (port: number, ...drops: readonly bigint[]) =>
  new Map(metersOf(port).map((number, at) => [number, drops[at] ?? 0n]));

test('drops of a meter count from what it showed at the start, and those of later meters from 0', () => {
  const tallies = new RateDropTallies();
  expect(tallies.add(dropped(1, 100n, 100n, 100n, 100n)).get(1)).toMatchObject({ broadcasts: 0n });
  const both = new Map([...dropped(1, 101n, 102n, 103n, 104n), ...dropped(2, 5n, 6n, 7n, 8n)]);
  const totals = tallies.add(both);
  expect(totals.get(1)).toEqual({ ingressKilobits: 1n, broadcasts: 2n, multicasts: 3n, unknownUnicasts: 4n });
  expect(totals.get(2)).toEqual({ ingressKilobits: 5n, broadcasts: 6n, multicasts: 7n, unknownUnicasts: 8n });
});

test('drops of a meter that was made again add up, and of one that is gone stay', () => {
  const tallies = new RateDropTallies();
  tallies.add(new Map());
  tallies.add(dropped(1, 10n));
  expect(tallies.add(dropped(1, 4n)).get(1)?.ingressKilobits).toBe(14n);
  expect(tallies.add(new Map()).get(1)?.ingressKilobits).toBe(14n);
});
