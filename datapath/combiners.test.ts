import { expect, test } from 'vitest';
import { say } from '../model/values/message.ts';
import { and, intersection, largest, only, or, precedence, union } from './combiners.ts';
import { puntColumns } from './punt.ts';
import type { Combiner } from './section.ts';

/** Every order of a list. */
function orders<Part>(parts: readonly Part[]): readonly (readonly Part[])[] {
  if (parts.length < 2) return [parts];
  return parts.flatMap((first, at) => orders(parts.toSpliced(at, 1)).map((others) => [first, ...others]));
}

const what = say('its PVID');
const [weak, strong] = [
  { by: 'port', value: 1 },
  { by: 'station', value: 2 },
] as const;
const ranks = precedence<'port' | 'station', number>(['port', 'station'], 0, what);
const cases: readonly [string, Combiner<never>, readonly unknown[], unknown][] = [
  ['and', and, [true, false, true], false],
  ['or', or, [false, true, false], true],
  ['union', union, [1n, 4n, 0n], 5n],
  ['intersection', intersection, [3n, 6n, 7n], 2n],
  ['largest', largest(5), [10, 300, 20], 300],
  ['only', only(0, what), [7, 7, 7], 7],
  ['precedence', ranks, [weak, strong, weak], 2],
  ['the action of a punt', puntColumns.action, ['copy', 'take', 'copy'], 'take'],
  ['the rate of a punt', puntColumns.rate, [100, 300, 200], 300],
  ['the stage of a punt', puntColumns.stage, ['delivery', 'delivery', 'delivery'], 'delivery'],
  ['whether each port has a rate of its own', puntColumns.eachPort, [false, true, false], true],
].map(([name, combiner, parts, whole]) => [name, combiner, parts, whole] as never);

test.each(cases)('%s comes to the same in every order of the features', (_name, combiner, parts, whole) => {
  for (const order of orders(parts)) expect(combiner.combine(order as never)).toBe(whole);
  expect(orders(parts)).toHaveLength(6);
});

test.each<[string, Combiner<never>, readonly unknown[]]>([
  ['only', only(0, what) as never, [7, 8]],
  ['precedence', ranks as never, [strong, { by: 'station', value: 3 }]],
  ['the stage of a punt', puntColumns.stage as never, ['control', 'delivery']],
])('%s conflicts in every order of the features', (_name, combiner, parts) => {
  for (const order of orders(parts)) expect(() => combiner.combine(order as never)).toThrow('two settings use');
});
