/** Octets of dotted text are decimal without leading zeros, which other programs read as octal (RFC 6943 3.1.1). */
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const DOTTED = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** Reads "192.0.2.1" as an unsigned 32-bit number; undefined for anything else. */
export function parseIpv4(text: string): number | undefined {
  if (!DOTTED.test(text)) return undefined;
  return text.split('.').reduce((number, octet) => number * 256 + Number(octet), 0);
}

/** An unsigned 32-bit number as "192.0.2.1". */
export function formatIpv4(address: number): string {
  return [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join('.');
}

/** Whether the address is an IPv4 multicast group, 224.0.0.0/4 (RFC 5771). */
export function isIpv4Multicast(address: number): boolean {
  return address >>> 28 === 0b1110;
}

/**
 * Whether an address can be that of a host (docs/specification/product.md 5, "Address rules"): the first octet is not 0, 127 or
 * 255 and below 224; class A and B have no host part of all zeros or all ones, class B is not 128.0; class C does not end
 * in 0 or 255. With `multicast`, the groups 224..239 are let through as well.
 */
export function isHostIpv4(address: number, multicast = false): boolean {
  const first = address >>> 24;
  if (first === 0 || first === 127) return false;
  if (first >= 224) return multicast && isIpv4Multicast(address);
  if (first < 128) return isInner(address & 0xff_ffff, 0xff_ffff);
  if (first < 192) return address >>> 16 !== 0x8000 && isInner(address & 0xffff, 0xffff);
  return isInner(address & 0xff, 0xff);
}

function isInner(hostPart: number, allOnes: number): boolean {
  return hostPart !== 0 && hostPart !== allOnes;
}
