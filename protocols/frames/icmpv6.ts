import { ipv6At, macAt, putIpv6, putMac, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import type { IcmpEcho } from './icmp.ts';
import { IpProtocol } from './ipv4.ts';
import { pseudoHeader } from './pseudo-header.ts';

/** A neighbor discovery message (RFC 4861 4.3, 4.4), with the sender's MAC address if it contains one. */
export interface NeighbourMessage {
  readonly kind: 'solicitation' | 'advertisement';
  readonly target: string;
  readonly mac: string | undefined;
  /** In an advertisement: it answers a solicitation. */
  readonly solicited: boolean;
  /** In an advertisement: it takes the place of what is known (default), which that of an anycast address does not. */
  readonly override?: boolean;
}

const Icmpv6Type = { echoRequest: 128, echoReply: 129, solicitation: 135, advertisement: 136 } as const;
const LinkLayerOption = { source: 1, target: 2 } as const;
const NEIGHBOUR_LENGTH = 24;
const OPTION_LENGTH = 8;
const SOLICITED = 0x40;
const OVERRIDE = 0x20;

/** Reads an echo message that went from `source` to `destination` (RFC 4443 4); undefined for anything else. */
export function parseIcmpv6Echo(octets: Uint8Array, source: string, destination: string): IcmpEcho | undefined {
  const type = octets[0];
  if (!isWholeIcmpv6(octets, 8, source, destination)) return undefined;
  if (type !== Icmpv6Type.echoRequest && type !== Icmpv6Type.echoReply) return undefined;
  return {
    kind: type === Icmpv6Type.echoRequest ? 'request' : 'reply',
    identifier: uint16At(octets, 4),
    sequence: uint16At(octets, 6),
    content: octets.subarray(8),
  };
}

/** Writes an echo message. */
export function buildIcmpv6Echo(echo: IcmpEcho, source: string, destination: string): Uint8Array {
  const octets = new Uint8Array(8 + echo.content.length);
  octets[0] = echo.kind === 'request' ? Icmpv6Type.echoRequest : Icmpv6Type.echoReply;
  putUint16(octets, 4, echo.identifier);
  putUint16(octets, 6, echo.sequence);
  octets.set(echo.content, 8);
  return withIcmpv6Checksum(octets, source, destination);
}

/** Reads a solicitation or advertisement; undefined for anything else. The hop limit is for the caller to look at. */
export function parseNeighbourMessage(
  octets: Uint8Array,
  source: string,
  destination: string,
): NeighbourMessage | undefined {
  const type = octets[0];
  if (!isWholeIcmpv6(octets, NEIGHBOUR_LENGTH, source, destination)) return undefined;
  if (type !== Icmpv6Type.solicitation && type !== Icmpv6Type.advertisement) return undefined;
  const isSolicitation = type === Icmpv6Type.solicitation;
  return {
    kind: isSolicitation ? 'solicitation' : 'advertisement',
    target: ipv6At(octets, 8),
    mac: linkLayerAddress(octets, isSolicitation ? LinkLayerOption.source : LinkLayerOption.target),
    solicited: !isSolicitation && ((octets[4] ?? 0) & SOLICITED) !== 0,
    ...(!isSolicitation && ((octets[4] ?? 0) & OVERRIDE) === 0 && { override: false }),
  };
}

/** Writes a solicitation or advertisement. */
export function buildNeighbourMessage(message: NeighbourMessage, source: string, destination: string): Uint8Array {
  const isSolicitation = message.kind === 'solicitation';
  const octets = new Uint8Array(NEIGHBOUR_LENGTH + (message.mac === undefined ? 0 : OPTION_LENGTH));
  octets[0] = isSolicitation ? Icmpv6Type.solicitation : Icmpv6Type.advertisement;
  if (!isSolicitation) {
    octets[4] = (message.override === false ? 0 : OVERRIDE) | (message.solicited ? SOLICITED : 0);
  }
  putIpv6(octets, 8, message.target);
  if (message.mac !== undefined) {
    octets[NEIGHBOUR_LENGTH] = isSolicitation ? LinkLayerOption.source : LinkLayerOption.target;
    octets[NEIGHBOUR_LENGTH + 1] = 1;
    putMac(octets, NEIGHBOUR_LENGTH + 2, message.mac);
  }
  return withIcmpv6Checksum(octets, source, destination);
}

/** The address that a solicitation for `target` goes to (RFC 4291 2.7.1), and its MAC (RFC 2464 7). */
export function solicitedNode(target: string): { readonly address: string; readonly mac: string } {
  const octets = new Uint8Array(16);
  putIpv6(octets, 0, target);
  const group = new Uint8Array(16);
  group.set([0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff]);
  group.set(octets.subarray(13), 13);
  const mac = new Uint8Array([0x33, 0x33, ...group.subarray(12)]);
  return { address: ipv6At(group, 0), mac: macAt(mac, 0) };
}

/**
 * Whether an ICMPv6 message of code 0 has at least so many octets, and the checksum that goes with these addresses (RFC 4443
 * 2.3).
 */
export function isWholeIcmpv6(octets: Uint8Array, least: number, source: string, destination: string): boolean {
  if (octets.length < least || octets[1] !== 0) return false;
  return internetChecksum(octets, pseudoHeader(source, destination, IpProtocol.icmpv6, octets.length)) === 0;
}

/** Puts the checksum into an ICMPv6 message whose own is zero, and gives it back. */
export function withIcmpv6Checksum(octets: Uint8Array, source: string, destination: string): Uint8Array {
  const sum = pseudoHeader(source, destination, IpProtocol.icmpv6, octets.length);
  putUint16(octets, 2, internetChecksum(octets, sum));
  return octets;
}

/** The MAC of the first option of `kind`; options are as long as they say, in units of eight octets (RFC 4861 4.6). */
function linkLayerAddress(octets: Uint8Array, kind: number): string | undefined {
  let offset = NEIGHBOUR_LENGTH;
  while (offset + OPTION_LENGTH <= octets.length) {
    const length = (octets[offset + 1] ?? 0) * 8;
    if (length === 0) return undefined;
    if (octets[offset] === kind) return macAt(octets, offset + 2);
    offset += length;
  }
  return undefined;
}
