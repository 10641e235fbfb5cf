import { ipv6At, putIpv6, putMac, putUint16, uint16At } from './addresses.ts';
import { isWholeIcmpv6, withIcmpv6Checksum } from './icmpv6.ts';

/** A prefix of the link, as a router says it (RFC 4861 4.6.2). Times are in seconds, Infinity for ever. */
export interface PrefixInformation {
  /** In canonical text, its bits behind the length being zero. */
  readonly prefix: string;
  readonly length: number;
  /** Stations with this prefix are neighbors. */
  readonly onLink: boolean;
  /** Stations may make themselves addresses of it (RFC 4862). */
  readonly autonomous: boolean;
  readonly validLifetime: number;
  readonly preferredLifetime: number;
}

/** A router's advertisement of itself and its link (RFC 4861 4.2). Zero means unspecified. */
export interface RouterAdvertisement {
  /** Seconds for which it is a default router; 0 for one that is none. */
  readonly lifetime: number;
  /** The higher one is asked first (RFC 4191 2.1). */
  readonly preference: -1 | 0 | 1;
  readonly prefixes: readonly PrefixInformation[];
}

/** ICMPv6 types of router discovery. */
export const RouterDiscoveryType = { solicitation: 133, advertisement: 134 } as const;

const ADVERTISEMENT_LENGTH = 16;
const SOLICITATION_LENGTH = 8;
const Option = { sourceLinkLayer: 1, prefixInformation: 3 } as const;
const PREFIX_INFORMATION_LENGTH = 32;
const ON_LINK = 0x80;
const AUTONOMOUS = 0x40;
const FOR_EVER = 0xffff_ffff;
/** Two bits of the flags (RFC 4191 2.2); 2 is reserved, and means medium. */
const PREFERENCES = [0, 1, 0, -1] as const;

/**
 * Reads a router advertisement that went from `source` to `destination`; undefined for anything else, and for one with an option
 * without length or beyond its end. Hop limit and source are for the caller to look at.
 */
export function parseRouterAdvertisement(
  octets: Uint8Array,
  source: string,
  destination: string,
): RouterAdvertisement | undefined {
  if (octets[0] !== RouterDiscoveryType.advertisement) return undefined;
  if (!isWholeIcmpv6(octets, ADVERTISEMENT_LENGTH, source, destination)) return undefined;
  const prefixes: PrefixInformation[] = [];
  for (let offset = ADVERTISEMENT_LENGTH; offset < octets.length; ) {
    const length = (octets[offset + 1] ?? 0) * 8;
    if (length === 0 || offset + length > octets.length) return undefined;
    if (octets[offset] === Option.prefixInformation && length === PREFIX_INFORMATION_LENGTH) {
      const prefix = prefixAt(octets, offset);
      if (prefix) prefixes.push(prefix);
    }
    offset += length;
  }
  return {
    lifetime: uint16At(octets, 6),
    preference: PREFERENCES[((octets[5] ?? 0) >>> 3) & 3] ?? 0,
    prefixes,
  };
}

/** Writes a router advertisement from the router's link-layer address `mac`. */
export function buildRouterAdvertisement(
  advertisement: RouterAdvertisement,
  mac: string,
  source: string,
  destination: string,
): Uint8Array {
  const { lifetime, preference, prefixes } = advertisement;
  const octets = new Uint8Array(ADVERTISEMENT_LENGTH + 8 + prefixes.length * PREFIX_INFORMATION_LENGTH);
  octets[0] = RouterDiscoveryType.advertisement;
  octets[5] = (preference & 3) << 3;
  putUint16(octets, 6, lifetime);
  putLinkLayer(octets, ADVERTISEMENT_LENGTH, mac);
  for (const [position, prefix] of prefixes.entries()) {
    putPrefix(octets, ADVERTISEMENT_LENGTH + 8 + position * PREFIX_INFORMATION_LENGTH, prefix);
  }
  return withIcmpv6Checksum(octets, source, destination);
}

/** Writes a router solicitation (RFC 4861 4.1); who has no address yet names no MAC either. */
export function buildRouterSolicitation(mac: string | undefined, source: string, destination: string): Uint8Array {
  const octets = new Uint8Array(SOLICITATION_LENGTH + (mac === undefined ? 0 : 8));
  octets[0] = RouterDiscoveryType.solicitation;
  if (mac !== undefined) putLinkLayer(octets, SOLICITATION_LENGTH, mac);
  return withIcmpv6Checksum(octets, source, destination);
}

function putLinkLayer(octets: Uint8Array, offset: number, mac: string): void {
  octets[offset] = Option.sourceLinkLayer;
  octets[offset + 1] = 1;
  putMac(octets, offset + 2, mac);
}

function prefixAt(octets: Uint8Array, offset: number): PrefixInformation | undefined {
  const length = octets[offset + 2] ?? 0;
  if (length > 128) return undefined;
  const flags = octets[offset + 3] ?? 0;
  return {
    prefix: maskedAt(octets, offset + 16, length),
    length,
    onLink: (flags & ON_LINK) !== 0,
    autonomous: (flags & AUTONOMOUS) !== 0,
    validLifetime: secondsAt(octets, offset + 4),
    preferredLifetime: secondsAt(octets, offset + 8),
  };
}

function putPrefix(octets: Uint8Array, offset: number, prefix: PrefixInformation): void {
  octets[offset] = Option.prefixInformation;
  octets[offset + 1] = PREFIX_INFORMATION_LENGTH / 8;
  octets[offset + 2] = prefix.length;
  octets[offset + 3] = (prefix.onLink ? ON_LINK : 0) | (prefix.autonomous ? AUTONOMOUS : 0);
  putSeconds(octets, offset + 4, prefix.validLifetime);
  putSeconds(octets, offset + 8, prefix.preferredLifetime);
  putIpv6(octets, offset + 16, prefix.prefix);
}

/** Bits behind the prefix have no meaning (RFC 4861 4.6.2). */
function maskedAt(octets: Uint8Array, offset: number, length: number): string {
  const masked = octets.slice(offset, offset + 16);
  for (let index = 0; index < 16; index += 1) {
    const bits = Math.min(8, Math.max(0, length - index * 8));
    masked[index] = (masked[index] ?? 0) & (0xff00 >> bits) & 0xff;
  }
  return ipv6At(masked, 0);
}

function secondsAt(octets: Uint8Array, offset: number): number {
  const seconds = uint16At(octets, offset) * 0x1_0000 + uint16At(octets, offset + 2);
  return seconds === FOR_EVER ? Number.POSITIVE_INFINITY : seconds;
}

function putSeconds(octets: Uint8Array, offset: number, seconds: number): void {
  const value = Math.min(seconds, FOR_EVER);
  putUint16(octets, offset, Math.floor(value / 0x1_0000));
  putUint16(octets, offset + 2, value % 0x1_0000);
}
