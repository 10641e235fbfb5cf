import { parseIpv4 } from '../../model/values/ipv4.ts';
import { formatIpv6, parseIpv6 } from '../../model/values/ipv6.ts';
import { buildIgmp, macOfIpv4Group, parseIgmp } from '../frames/igmp.ts';
import type { HeardMessage, MembershipMessage, MessageSender, QuerierValues } from '../frames/membership-message.ts';
import { buildMld, macOfIpv6Group, parseMld } from '../frames/mld.ts';

/** Differences between IGMP and MLD; snooping is the same for both (RFC 4541). */
export interface MulticastFamily {
  readonly name: 'IGMP' | 'MLD';
  /** Reads a message of hosts or routers from a frame; undefined for what breaks a rule of its standard. */
  parse(frame: Uint8Array): HeardMessage | undefined;
  /** Writes a message as an untagged frame. */
  build(message: MembershipMessage, sender: MessageSender, values?: QuerierValues): Uint8Array;
  /** The MAC address that frames of a group go to. */
  macOf(group: string): string;
  /** Whether frames of a group are never restricted: routers do not forward them, and hosts do not always say that they listen. */
  staysOnLink(group: string): boolean;
  /**
   * Whether a query from `one` outdoes a querier whose address is `other`: the lower of two addresses (RFC 2236 3, RFC 3810
   * 7.6.2).
   */
  outdoes(one: string, other: string): boolean;
  /** The version that has queries, but no way to ask for one group; 0 where there is none. */
  readonly versionWithoutLeave: number;
}

/**
 * The source of a query by a switch that has no address: it takes no part in the election, and makes no router port
 * (RFC 4541 2.1.1).
 */
export const NO_ADDRESS = '0.0.0.0';

/** IGMP, versions 1 to 3. */
export const igmp: MulticastFamily = {
  name: 'IGMP',
  parse: parseIgmp,
  build: buildIgmp,
  macOf: macOfIpv4Group,
  staysOnLink: (group) => group.startsWith('224.0.0.'),
  outdoes: (one, other) =>
    one !== NO_ADDRESS && (other === NO_ADDRESS || (parseIpv4(one) ?? 0) < (parseIpv4(other) ?? 0)),
  versionWithoutLeave: 1,
};

const SCOPE_AT = 112n;

/** MLD, versions 1 and 2. */
export const mld: MulticastFamily = {
  name: 'MLD',
  parse: parseMld,
  build: buildMld,
  macOf: macOfIpv6Group,
  staysOnLink: (group) => (((parseIpv6(group) ?? 0n) >> SCOPE_AT) & 0xfn) <= 2n,
  outdoes: (one, other) => (parseIpv6(one) ?? 0n) < (parseIpv6(other) ?? 0n),
  versionWithoutLeave: 0,
};

/** The link-local address that follows from a MAC address (RFC 4291 2.5.1, appendix A). */
export function linkLocalOf(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split('-').map((octet) => Number.parseInt(octet, 16));
  const words = [((a ^ 2) << 8) | b, (c << 8) | 0xff, 0xfe00 | d, (e << 8) | f];
  return formatIpv6(words.reduce((number, word) => (number << 16n) | BigInt(word), 0xfe80n << 48n));
}
