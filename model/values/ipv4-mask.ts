import { formatIpv4, parseIpv4 } from './ipv4.ts';

/** The 33 contiguous masks by prefix length, "0.0.0.0" to "255.255.255.255" (docs/specification/product.md 5). */
export const ipv4Masks: readonly string[] = Array.from({ length: 33 }, (_, prefix) => formatIpv4(ipv4MaskBits(prefix)));

/** The mask of a prefix length 0..32 as an unsigned 32-bit number. */
function ipv4MaskBits(prefix: number): number {
  return prefix === 0 ? 0 : (0xffff_ffff << (32 - prefix)) >>> 0;
}

/** The prefix length of "255.255.255.0"; undefined where the text is none of the 33 masks. */
export function prefixOfIpv4Mask(text: string): number | undefined {
  const prefix = ipv4Masks.indexOf(text);
  return prefix === -1 ? undefined : prefix;
}

/** The mask of a prefix length 0..32; undefined for any other number. */
export function ipv4MaskOfPrefix(prefix: number): string | undefined {
  return ipv4Masks[prefix];
}

/** The first address of the block that holds `address`. */
export function ipv4Network(address: number, prefix: number): number {
  return (address & ipv4MaskBits(prefix)) >>> 0;
}

/** The last address of the block that holds `address`. */
export function ipv4Broadcast(address: number, prefix: number): number {
  return (address | ~ipv4MaskBits(prefix)) >>> 0;
}

/**
 * Whether a host of a subnet may have the address: it is neither the first nor the last of its block (docs/specification/product.md
 * 5, "Host in a subnet check"). Blocks of one or two addresses have only hosts (RFC 3021).
 */
export function isHostInIpv4Subnet(address: number, prefix: number): boolean {
  if (prefix >= 31) return true;
  return address !== ipv4Network(address, prefix) && address !== ipv4Broadcast(address, prefix);
}

/** Whether two subnets share an address. */
export function ipv4SubnetsOverlap(a: number, prefixOfA: number, b: number, prefixOfB: number): boolean {
  const prefix = Math.min(prefixOfA, prefixOfB);
  return ipv4Network(a, prefix) === ipv4Network(b, prefix);
}

/** An address with its prefix length, as in "192.0.2.1/24". */
export interface Ipv4Prefix {
  readonly address: number;
  /** 0..32. */
  readonly prefix: number;
}

/** Reads "192.0.2.1/24"; undefined for anything else, a prefix above 32 among it. */
export function parseIpv4Prefix(text: string): Ipv4Prefix | undefined {
  const match = /^([^/]+)\/(\d|[1-9]\d)$/.exec(text);
  const address = match?.[1] === undefined ? undefined : parseIpv4(match[1]);
  const prefix = Number(match?.[2]);
  return address !== undefined && prefix <= 32 ? { address, prefix } : undefined;
}
