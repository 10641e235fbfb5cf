import { expect, it } from 'vitest';
import { formatPortList, parsePortList } from '../../model/values/port-list.ts';
import { reachWith, withReach } from './reach-draft.ts';

const reach = (...lists: string[]) => new Map(lists.map((list, at) => [at + 1, parsePortList(list) ?? 0n]));
const lists = (of: ReadonlyMap<number, bigint>) => [...of.values()].map(formatPortList);

it('holds the cells that were chosen, and leaves the others to other sessions', () => {
  const draft = withReach(new Map(), reach('2-4', '1,3-4'), reach('2-3', '1,3-4'));
  expect(lists(reachWith(reach('3-4', '1'), draft))).toEqual(['3', '1']);
});

it('forgets a cell that is chosen back, and one that the device has come to', () => {
  const first = withReach(new Map(), reach('2-4'), reach('2-3'));
  expect(withReach(first, reach('2-4'), reach('2-4')).size).toBe(0);
  expect(withReach(first, reach('2-3'), reach('2-3')).size).toBe(0);
});
