import { expect, it } from 'vitest';
import { sortKey } from './sort-key.ts';

const byKey = (names: readonly string[]) =>
  names.toSorted((one, other) => Buffer.compare(Buffer.from(sortKey(one)), Buffer.from(sortKey(other))));

it.each([
  ['numbers by their value', ['sw 1', 'sw 2', 'SW 09', 'sw 10', 'sw 100', 'sw 123456789', 'sw 1234567890', 'sw a']],
  ['numbers within names', ['floor 2 rack 10', 'floor 10 rack 2', 'floor10-a2']],
  ['versions and addresses', ['10.0.0.2', '10.0.0.10', '10.0.9.1', '10.0.10.1']],
  ['letters with accents among those without', ['Aal', 'ähre', 'Bahn', 'Émile', 'Fuß', 'fussel', 'Łódź', 'Zürich']],
  ['each script in its own order', ['Zagreb', 'Αθήνα', 'Ωρωπός', 'Ёлка', 'Ереван', 'Жуков', '東']],
])('orders %s', (_what, names) => {
  expect(byKey(names.toReversed())).toEqual(names);
});

it('has one key for what differs in case, accents and zeros before a number alone', () => {
  expect(new Set(['Tür 7', 'TUR 007', 'tu\u0308r  7 ', 'ｔｕｒ ７'].map(sortKey)).size).toBe(1);
});
