import { expect, test, vi } from 'vitest';
import { onceFor } from './once-for.ts';

test('a row that did not change keeps its part by identity; another one has its own', () => {
  const partOf = onceFor((row: { readonly vlan: number }) => ({ vlan: row.vlan }));
  const [voice, again] = [{ vlan: 20 }, { vlan: 20 }];
  expect(partOf(voice)).toEqual({ vlan: 20 });
  expect(partOf(voice)).toBe(partOf(voice));
  expect(partOf(again)).not.toBe(partOf(voice));
});

test('that a row comes to nothing is worked out only once as well', () => {
  const compile = vi.fn((_row: object) => undefined);
  const partOf = onceFor(compile);
  const row = {};
  expect([partOf(row), partOf(row)]).toEqual([undefined, undefined]);
  expect(compile).toHaveBeenCalledTimes(1);
});
