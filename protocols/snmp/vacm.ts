import type { Arcs } from './ber.ts';
import { compareArcs } from './oid-order.ts';

/** A part of the MIB that a view includes or excludes (RFC 3415, vacmViewTreeFamilyEntry). */
export interface ViewFamily {
  readonly subtree: Arcs;
  /** One bit per arc, the first the highest of the first octet; a 0 bit matches any number. Missing bits are 1. */
  readonly mask: Uint8Array;
  readonly isIncluded: boolean;
}

/** Which variables somebody may see or set. */
export interface View {
  /** Whether a variable is in the view. */
  includes(name: Arcs): boolean;
  /** Whether any variable below `root` could be. */
  reaches(root: Arcs): boolean;
}

/** The view of nothing. */
export const emptyView: View = { includes: () => false, reaches: () => false };

/** Reads the families of one view: of those that a name belongs to, the longest decides, then the greatest (RFC 3415 section 4). */
export function viewOf(families: readonly ViewFamily[]): View {
  const ordered = [...families].sort(
    (a, b) => b.subtree.length - a.subtree.length || compareArcs(b.subtree, a.subtree),
  );
  return {
    includes: (name) => ordered.find((family) => isOf(family, name, family.subtree.length))?.isIncluded === true,
    reaches(root) {
      return ordered.some(
        (family) => family.isIncluded && isOf(family, root, Math.min(root.length, family.subtree.length)),
      );
    },
  };
}

/** Whether the first `length` arcs of a name are those of the family. */
function isOf({ subtree, mask }: ViewFamily, name: Arcs, length: number): boolean {
  if (name.length < length) return false;
  for (let at = 0; at < length; at += 1) {
    const octet = mask[at >> 3] ?? 0xff;
    if ((octet & (0x80 >> (at & 7))) !== 0 && name[at] !== subtree[at]) return false;
  }
  return true;
}
