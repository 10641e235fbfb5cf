import { expect, it } from 'vitest';
import type { LearnedRow } from './learned-rows.ts';
import { SlowAgeing } from './slow-ageing.ts';

const GREATEST = 65_534;

function row(address: string, age: number): LearnedRow {
  const rule = { table: 50, priority: 100, match: [], actions: [] };
  return { fid: 1, vlan: 1, shared: false, address, port: 1, origin: 'learned', age, timeout: 0, cookie: 0n, rule };
}

const names = (rows: readonly LearnedRow[]) => rows.map(({ address }) => address);

it('a row that is silent for longer than Open vSwitch can tell ages all the same', () => {
  const ageing = new SlowAgeing();
  const table = [row('young', 10), row('old', GREATEST)];
  expect(names(ageing.outdated(table, 100_000, 1000))).toEqual([]);
  expect(names(ageing.outdated(table, 100_000, 1000 + 100_000 - GREATEST - 1))).toEqual([]);
  expect(names(ageing.outdated(table, 100_000, 1000 + 100_000 - GREATEST))).toEqual(['old']);
});

it('one that was heard again begins anew', () => {
  const ageing = new SlowAgeing();
  ageing.outdated([row('A', GREATEST)], 70_000, 0);
  ageing.outdated([row('A', 5)], 70_000, 4000);
  expect(names(ageing.outdated([row('A', GREATEST)], 70_000, 70_000))).toEqual([]);
  expect(names(ageing.outdated([row('A', 66_000)], 65_600, 70_000 + 66))).toEqual(['A']);
});

it('what Open vSwitch tells itself is taken at its word', () => {
  expect(names(new SlowAgeing().outdated([row('A', 300), row('B', 299)], 300, 0))).toEqual(['A']);
});
