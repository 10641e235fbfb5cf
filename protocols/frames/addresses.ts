import { formatIpv6, parseIpv6 } from '../../model/values/ipv6.ts';

/** "FF-FF-FF-FF-FF-FF": every station. */
export const BROADCAST_MAC = 'FF-FF-FF-FF-FF-FF';

const HEX = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0').toUpperCase());

/** The six octets at `offset` as "00-11-22-AA-BB-CC"; missing octets read as 00. */
export function macAt(octets: Uint8Array, offset: number): string {
  let text = HEX[octets[offset] ?? 0] ?? '';
  for (let index = 1; index < 6; index += 1) text += `-${HEX[octets[offset + index] ?? 0]}`;
  return text;
}

/** Writes "00-11-22-AA-BB-CC" as six octets at `offset`. */
export function putMac(octets: Uint8Array, offset: number, mac: string): void {
  for (let index = 0; index < 6; index += 1) {
    octets[offset + index] = Number.parseInt(mac.slice(index * 3, index * 3 + 2), 16);
  }
}

/** The six octets at `offset` as one number below 2^48: a key that needs no text. */
export function macNumberAt(octets: Uint8Array, offset: number): number {
  const high = ((octets[offset] ?? 0) << 8) | (octets[offset + 1] ?? 0);
  const low =
    (((octets[offset + 2] ?? 0) << 24) |
      ((octets[offset + 3] ?? 0) << 16) |
      ((octets[offset + 4] ?? 0) << 8) |
      (octets[offset + 5] ?? 0)) >>>
    0;
  return high * 0x1_0000_0000 + low;
}

/** "00-11-22-AA-BB-CC" as one number below 2^48. */
export function macToNumber(mac: string): number {
  return Number.parseInt(mac.replaceAll('-', ''), 16);
}

/** A number below 2^48 as "00-11-22-AA-BB-CC". */
export function macFromNumber(value: number): string {
  // Tables of thousands of addresses are read again and again.
  const [high, low] = [Math.floor(value / 2 ** 24), value % 2 ** 24];
  const three = (octets: number) => `${HEX[octets >>> 16]}-${HEX[(octets >>> 8) & 255]}-${HEX[octets & 255]}`;
  return `${three(high)}-${three(low)}`;
}

/** The four octets at `offset` as "192.0.2.1"; missing octets read as 0. */
export function ipv4At(octets: Uint8Array, offset: number): string {
  return `${octets[offset] ?? 0}.${octets[offset + 1] ?? 0}.${octets[offset + 2] ?? 0}.${octets[offset + 3] ?? 0}`;
}

/** Writes "192.0.2.1" as four octets at `offset`. */
export function putIpv4(octets: Uint8Array, offset: number, address: string): void {
  const parts = address.split('.');
  for (let index = 0; index < 4; index += 1) octets[offset + index] = Number(parts[index]);
}

/** The signed 32-bit number at `offset`, in network order; missing octets read as 0. */
export function wordAt(octets: Uint8Array, offset: number): number {
  return (
    ((octets[offset] ?? 0) << 24) |
    ((octets[offset + 1] ?? 0) << 16) |
    ((octets[offset + 2] ?? 0) << 8) |
    (octets[offset + 3] ?? 0)
  );
}

/** The unsigned 16-bit number at `offset`, in network order; missing octets read as 0. */
export function uint16At(octets: Uint8Array, offset: number): number {
  return ((octets[offset] ?? 0) << 8) | (octets[offset + 1] ?? 0);
}

/** Writes an unsigned 16-bit number at `offset`, in network order. */
export function putUint16(octets: Uint8Array, offset: number, value: number): void {
  octets[offset] = value >>> 8;
  octets[offset + 1] = value & 0xff;
}

/** The sixteen octets at `offset` as canonical text (RFC 5952); missing octets read as 0. */
export function ipv6At(octets: Uint8Array, offset: number): string {
  let address = 0n;
  for (let index = 0; index < 16; index += 2) address = (address << 16n) | BigInt(uint16At(octets, offset + index));
  return formatIpv6(address);
}

/** Writes an IPv6 address as sixteen octets at `offset`. Throws a RangeError for a text that is none. */
export function putIpv6(octets: Uint8Array, offset: number, address: string): void {
  const value = parseIpv6(address);
  if (value === undefined) throw new RangeError(`"${address}" is no IPv6 address.`);
  for (let index = 0; index < 16; index += 2) {
    putUint16(octets, offset + index, Number((value >> BigInt(112 - index * 8)) & 0xffffn));
  }
}
