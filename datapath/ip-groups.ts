import { macToNumber } from '../protocols/frames/addresses.ts';
import type { MacAddress } from './identifiers.ts';

/** The group addresses that IP packets are sent to, each with the bits that count (RFC 1112 6.4, RFC 2464 7). */
export const ipGroups: readonly { readonly address: MacAddress; readonly mask: MacAddress }[] = [
  { address: '01-00-5E-00-00-00', mask: 'FF-FF-FF-80-00-00' },
  { address: '33-33-00-00-00-00', mask: 'FF-FF-00-00-00-00' },
];

const ranges = ipGroups.map(({ address, mask }) => {
  const first = macToNumber(address);
  return { first, last: first + (2 ** 48 - 1 - macToNumber(mask)) };
});

/** Whether a group address, as a number, is one that IP packets are sent to. */
export function isIpGroup(address: number): boolean {
  return ranges.some(({ first, last }) => address >= first && address <= last);
}
