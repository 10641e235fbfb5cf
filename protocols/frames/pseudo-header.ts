import { putIpv4, putIpv6, uint16At } from './addresses.ts';

/**
 * The sum of the 16-bit words of the pseudo header in front of a UDP, TCP or ICMPv6 message (RFC 768, RFC 8200 8.1):
 * both addresses in text, of one family, the protocol number and the message's length in octets.
 */
export function pseudoHeader(source: string, destination: string, protocol: number, length: number): number {
  const isIpv6 = source.includes(':');
  const size = isIpv6 ? 16 : 4;
  const put = isIpv6 ? putIpv6 : putIpv4;
  const addresses = new Uint8Array(2 * size);
  put(addresses, 0, source);
  put(addresses, size, destination);
  let sum = protocol + length;
  for (let index = 0; index < addresses.length; index += 2) sum += uint16At(addresses, index);
  return sum;
}
