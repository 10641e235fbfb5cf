import type { VlanId } from '../plan.ts';

/** VLANs whose IDs are `value` where `mask` has a bit. */
export interface VlanMask {
  readonly value: number;
  readonly mask: number;
}

const EVERY_BIT = 0xfff;

/**
 * Identifies exactly these VLANs: neighbors that differ in their lowest bits are combined, so a range costs at most two
 * dozen masks and a set of k VLANs never more than k.
 */
export function vlanMasks(vlans: Iterable<VlanId>): VlanMask[] {
  const masks: VlanMask[] = [];
  let blocks = new Set(vlans);
  for (let size = 1; blocks.size > 0; size *= 2) {
    const larger = new Set<number>();
    for (const block of blocks) {
      if (!blocks.has(block ^ size)) masks.push({ value: block, mask: EVERY_BIT & -size });
      else if ((block & size) === 0) larger.add(block);
    }
    blocks = larger;
  }
  return masks;
}
