import type { Arcs } from './ber.ts';

/** Orders object identifiers as SNMP walks them: arc by arc, a shorter one before its children. */
export function compareArcs(a: Arcs, b: Arcs): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const order = (a[at] ?? 0) - (b[at] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Whether `arcs` begin with all of `root`. */
export function isBelow(root: Arcs, arcs: Arcs): boolean {
  return arcs.length >= root.length && root.every((arc, at) => arc === arcs[at]);
}

/** "1.3.6.1" as arcs. */
export function arcsOf(text: string): number[] {
  return text.split('.').map(Number);
}
