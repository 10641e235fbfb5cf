import { uint16At } from './addresses.ts';

/**
 * The Internet checksum (RFC 1071) over `octets`, an odd last octet padded with zero; `initial` carries the sum of a
 * pseudo header. Over octets that contain their right checksum the result is 0.
 */
export function internetChecksum(octets: Uint8Array, initial = 0): number {
  let sum = initial;
  for (let index = 0; index < octets.length; index += 2) sum += uint16At(octets, index);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x1_0000);
  return ~sum & 0xffff;
}
