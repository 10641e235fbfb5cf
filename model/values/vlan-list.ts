import { formatNumberRanges, parseNumberRanges } from './port-list.ts';

/** The largest VLAN identifier that a frame can carry (IEEE 802.1Q-2018 9.6; 4095 is reserved). */
export const VLAN_ID_MAXIMUM = 4094;

/** Reads a VLAN list ("2-5,9", "" for none) as ascending identifiers; undefined where it is not one. */
export function parseVlanList(text: string, maximum: number = VLAN_ID_MAXIMUM): number[] | undefined {
  return parseNumberRanges(text, maximum);
}

/** Identifiers in any order, repeats allowed, as "2-5,9". */
export function formatVlanList(identifiers: Iterable<number>): string {
  return formatNumberRanges([...new Set(identifiers)].sort((a, b) => a - b));
}
