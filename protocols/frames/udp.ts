import { putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { IpProtocol } from './ipv4.ts';
import { pseudoHeader } from './pseudo-header.ts';

/** A UDP datagram (RFC 768). */
export interface UdpDatagram {
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly content: Uint8Array;
}

const HEADER = 8;

/**
 * Reads a datagram that went from `source` to `destination` (IPv4 or IPv6 text). Undefined where it is shorter than it says or
 * its checksum is wrong; a checksum of 0 means that the sender made none.
 */
export function parseUdp(octets: Uint8Array, source: string, destination: string): UdpDatagram | undefined {
  const length = uint16At(octets, 4);
  if (length < HEADER || octets.length < length) return undefined;
  const datagram = octets.subarray(0, length);
  const header = pseudoHeader(source, destination, IpProtocol.udp, length);
  if (uint16At(octets, 6) !== 0 && internetChecksum(datagram, header) !== 0) return undefined;
  return {
    sourcePort: uint16At(octets, 0),
    destinationPort: uint16At(octets, 2),
    content: datagram.subarray(HEADER),
  };
}

/** Writes a datagram with its checksum over the pseudo header. */
export function buildUdp(datagram: UdpDatagram, source: string, destination: string): Uint8Array {
  const octets = new Uint8Array(HEADER + datagram.content.length);
  putUint16(octets, 0, datagram.sourcePort);
  putUint16(octets, 2, datagram.destinationPort);
  putUint16(octets, 4, octets.length);
  octets.set(datagram.content, HEADER);
  const checksum = internetChecksum(octets, pseudoHeader(source, destination, IpProtocol.udp, octets.length));
  putUint16(octets, 6, checksum === 0 ? 0xffff : checksum);
  return octets;
}
