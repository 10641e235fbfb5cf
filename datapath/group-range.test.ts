import { expect, test } from 'vitest';
import { blocksOf } from './group-range.ts';

const blocks = (first: bigint, last: bigint) => blocksOf({ first, last }).map(({ first: at, size }) => `${at}+${size}`);

test('a range is the fewest blocks that prefixes stand for', () => {
  expect(blocks(16n, 31n)).toEqual(['16+16']);
  expect(blocks(7n, 7n)).toEqual(['7+1']);
  expect(blocks(5n, 18n)).toEqual(['5+1', '6+2', '8+8', '16+2', '18+1']);
  expect(blocks(8n, 7n)).toEqual([]);
  expect(blocks(0xffn << 120n, (1n << 128n) - 1n)).toEqual([`${0xffn << 120n}+${1n << 120n}`]);
});

test('awkward ranges fall into many', () => {
  expect(blocksOf({ first: 0xe000_0101n, last: 0xefff_fffen })).toHaveLength(53);
  expect(blocksOf({ first: 1n, last: (1n << 112n) - 2n })).toHaveLength(222);
});
