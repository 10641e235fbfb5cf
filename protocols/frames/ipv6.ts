import { ipv6At, putIpv6, putUint16, uint16At } from './addresses.ts';
import type { IpPacket } from './ipv4.ts';

const HEADER = 40;

/** Reads an IPv6 packet (RFC 8200) without extension headers, padding cut off; undefined for anything else. */
export function parseIpv6Packet(octets: Uint8Array): IpPacket | undefined {
  const length = uint16At(octets, 4);
  if ((octets[0] ?? 0) >>> 4 !== 6 || octets.length < HEADER + length) return undefined;
  return {
    source: ipv6At(octets, 8),
    destination: ipv6At(octets, 24),
    protocol: octets[6] ?? 0,
    dscp: (uint16At(octets, 0) >>> 6) & 0x3f,
    timeToLive: octets[7] ?? 0,
    payload: octets.subarray(HEADER, HEADER + length),
  };
}

/** Writes an IPv6 packet without extension headers. */
export function buildIpv6Packet(packet: IpPacket): Uint8Array {
  const octets = new Uint8Array(HEADER + packet.payload.length);
  putUint16(octets, 0, 0x6000 | (packet.dscp << 6));
  putUint16(octets, 4, packet.payload.length);
  octets[6] = packet.protocol;
  octets[7] = packet.timeToLive;
  putIpv6(octets, 8, packet.source);
  putIpv6(octets, 24, packet.destination);
  octets.set(packet.payload, HEADER);
  return octets;
}
