import { formatIpv4, parseIpv4 } from './ipv4.ts';

const GROUP = /^[0-9a-fA-F]{1,4}$/;

/**
 * Reads an IPv6 address as a 128-bit number (RFC 4291 2.2): eight groups, at most one "::" standing for one or more
 * groups of zeros, no single colon at an end, an IPv4 address for the last two groups. Undefined for anything else.
 */
export function parseIpv6(text: string): bigint | undefined {
  const [left = '', right, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const head = groupsOf(left, right === undefined);
  const tail = groupsOf(right ?? '', true);
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail].reduce(
    (address, group) => (address << 16n) | BigInt(group),
    0n,
  );
}

/** The groups of one side of "::"; only the last side may end in an IPv4 address. */
function groupsOf(side: string, isLast: boolean): number[] | undefined {
  if (side === '') return [];
  const items = side.split(':');
  const groups: number[] = [];
  for (const [index, item] of items.entries()) {
    if (GROUP.test(item)) {
      groups.push(Number.parseInt(item, 16));
      continue;
    }
    const embedded = isLast && index === items.length - 1 ? parseIpv4(item) : undefined;
    if (embedded === undefined) return undefined;
    groups.push(embedded >>> 16, embedded & 0xffff);
  }
  return groups;
}

/** The canonical text of a 128-bit number (RFC 5952): lower case, the longest run of zero groups as "::". */
export function formatIpv6(address: bigint): string {
  if (address >> 32n === 0xffffn) return `::ffff:${formatIpv4(Number(address & 0xffff_ffffn))}`;
  const groups = Array.from({ length: 8 }, (_, index) => Number((address >> BigInt(112 - index * 16)) & 0xffffn));
  const { start, length } = longestZeroRun(groups);
  const words = groups.map((group) => group.toString(16));
  if (length < 2) return words.join(':');
  return `${words.slice(0, start).join(':')}::${words.slice(start + length).join(':')}`;
}

/** The first of the longest runs of zero groups. */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > longest.length) longest = { start: index - length + 1, length };
  }
  return longest;
}

/** Class of an IPv6 address (docs/specification/product.md 5); -1 for a text that is none. */
export const Ipv6Class = {
  invalid: -1,
  unspecified: 0,
  loopback: 1,
  multicast: 2,
  linkLocal: 3,
  global: 4,
} as const;

/** One of the values of `Ipv6Class`. */
export type Ipv6Class = (typeof Ipv6Class)[keyof typeof Ipv6Class];

/** The class of an address in text. */
export function classOfIpv6(text: string): Ipv6Class {
  const address = parseIpv6(text);
  if (address === undefined) return Ipv6Class.invalid;
  if (address === 0n) return Ipv6Class.unspecified;
  if (address === 1n) return Ipv6Class.loopback;
  if (address >> 120n === 0xffn) return Ipv6Class.multicast;
  if (address >> 118n === 0xfe80n >> 6n) return Ipv6Class.linkLocal;
  return Ipv6Class.global;
}

/** An address with its prefix length, as in "2001:db8::1/64". */
export interface Ipv6Prefix {
  readonly address: bigint;
  /** 0..128. */
  readonly prefix: number;
}

/** Reads "2001:db8::1/64"; undefined for anything else, a prefix above 128 among it. */
export function parseIpv6Prefix(text: string): Ipv6Prefix | undefined {
  const match = /^([^/]+)\/(\d|[1-9]\d{1,2})$/.exec(text);
  const address = match?.[1] === undefined ? undefined : parseIpv6(match[1]);
  const prefix = Number(match?.[2]);
  return address !== undefined && prefix <= 128 ? { address, prefix } : undefined;
}

/** The modified EUI-64 interface identifier of a MAC address (RFC 4291 appendix A), the lower 64 bits of an address. */
export function interfaceIdentifierOf(mac: string): bigint {
  const number = BigInt(`0x${mac.replaceAll('-', '')}`);
  return (((number >> 24n) << 40n) | (0xfffen << 24n) | (number & 0xff_ffffn)) ^ (1n << 57n);
}

/** The address of a prefix whose lower 64 bits are `identifier`. */
export function withIdentifier(prefix: bigint, identifier: bigint): bigint {
  return ((prefix >> 64n) << 64n) | identifier;
}

/** The link-local address that an interface with this MAC address gives itself (RFC 4862 5.3), in canonical text. */
export function linkLocalOf(mac: string): string {
  return formatIpv6(withIdentifier(0xfe80n << 112n, interfaceIdentifierOf(mac)));
}

/** The network of an address: its bits behind the prefix are zero. */
export function ipv6Network(address: bigint, prefix: number): bigint {
  const hosts = BigInt(128 - prefix);
  return (address >> hosts) << hosts;
}

/** An address as a host of several links names it (RFC 4007 11): "fe80::1%vlan1" where it is link-local, any other as it is. */
export function withZone(address: string, zone: string): string {
  return classOfIpv6(address) === Ipv6Class.linkLocal ? `${address}%${zone}` : address;
}

/** The zone of such an address; undefined where it has none. */
export function zoneOf(address: string): string | undefined {
  const at = address.indexOf('%');
  return at < 0 ? undefined : address.slice(at + 1);
}

/** Such an address without its zone. */
export function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}
