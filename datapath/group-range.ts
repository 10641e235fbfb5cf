import type { GroupRange } from './plan.ts';

/** Addresses from `first` on whose number is a power of two that divides `first`: the range of one prefix. */
export interface AddressBlock {
  readonly first: bigint;
  readonly size: bigint;
}

/** The blocks that together are a range, as few as there can be: twice as many as an address has bits at most. */
export function blocksOf({ first, last }: Pick<GroupRange, 'first' | 'last'>): AddressBlock[] {
  const blocks: AddressBlock[] = [];
  for (let at = first; at <= last; ) {
    let size = 1n;
    while ((at & ((size << 1n) - 1n)) === 0n && at + (size << 1n) - 1n <= last) size <<= 1n;
    blocks.push({ first: at, size });
    at += size;
  }
  return blocks;
}
