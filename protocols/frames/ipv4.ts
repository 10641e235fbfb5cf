import { ipv4At, putIpv4, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';

/** IP protocol numbers in use here (IANA). */
export const IpProtocol = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 } as const;

/** An IP packet of either family, not fragmented: RFC 791, or RFC 8200 where its addresses are of IPv6. */
export interface IpPacket {
  readonly source: string;
  readonly destination: string;
  readonly protocol: number;
  /** Differentiated services code point, 0..63 (RFC 2474). */
  readonly dscp: number;
  /** In IPv6, the hop limit. */
  readonly timeToLive: number;
  readonly payload: Uint8Array;
}

const HEADER = 20;

/**
 * Reads a packet, options skipped and padding behind its length cut off. Undefined where it is not IPv4, is shorter than
 * it says, is a fragment or has a wrong header checksum.
 */
export function parseIpv4(octets: Uint8Array): IpPacket | undefined {
  const first = octets[0] ?? 0;
  const header = (first & 0x0f) * 4;
  const total = uint16At(octets, 2);
  if (first >>> 4 !== 4 || header < HEADER || total < header || octets.length < total) return undefined;
  if ((uint16At(octets, 6) & 0x3fff) !== 0 || internetChecksum(octets.subarray(0, header)) !== 0) return undefined;
  return {
    source: ipv4At(octets, 12),
    destination: ipv4At(octets, 16),
    protocol: octets[9] ?? 0,
    dscp: (octets[1] ?? 0) >>> 2,
    timeToLive: octets[8] ?? 0,
    payload: octets.subarray(header, total),
  };
}

/** Writes a packet without options, with "don't fragment". */
export function buildIpv4(packet: IpPacket): Uint8Array {
  const octets = new Uint8Array(HEADER + packet.payload.length);
  octets[0] = 0x45;
  octets[1] = packet.dscp << 2;
  putUint16(octets, 2, octets.length);
  putUint16(octets, 6, 0x4000);
  octets[8] = packet.timeToLive;
  octets[9] = packet.protocol;
  putIpv4(octets, 12, packet.source);
  putIpv4(octets, 16, packet.destination);
  putUint16(octets, 10, internetChecksum(octets.subarray(0, HEADER)));
  octets.set(packet.payload, HEADER);
  return octets;
}
