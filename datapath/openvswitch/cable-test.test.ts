import { expect, it } from 'vitest';
import { readCableTest } from './cable-test.ts';

it('reads what ethtool tells of each pair, with the distance of its fault', () => {
  const text = `Cable test started for device eth0.
Cable test completed for device eth0.
Pair A code OK
Pair B code Open Circuit
Pair B, fault length: 12.40m
Pair D code Short within Pair
Pair D, fault length: 0.80m
`;
  expect(readCableTest(text)).toEqual([
    { status: 'ok', metres: undefined },
    { status: 'open', metres: 12 },
    { status: 'unknown', metres: undefined },
    { status: 'short', metres: 1 },
  ]);
  expect(readCableTest('Pair A code Short to another pair\nPair B code Invalid\n')).toMatchObject([
    { status: 'crosstalk' },
    { status: 'unknown' },
  ]);
});

it.each(['', 'netlink error: Operation not supported', 'Pair Z code OK'])('finds no pairs in %j', (text) => {
  expect(readCableTest(text)).toEqual([]);
});
