import { putIpv4, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { IpProtocol } from './ipv4.ts';

/** A UDP datagram (RFC 768). */
export interface UdpDatagram {
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly content: Uint8Array;
}

const HEADER = 8;

/**
 * Reads a datagram that went from `source` to `destination` (IPv4 text). Undefined where it is shorter than it says or
 * its checksum is wrong; a checksum of 0 means that the sender made none.
 */
export function parseUdp(octets: Uint8Array, source: string, destination: string): UdpDatagram | undefined {
  const length = uint16At(octets, 4);
  if (octets.length < HEADER || length < HEADER || octets.length < length) return undefined;
  const datagram = octets.subarray(0, length);
  if (uint16At(octets, 6) !== 0 && internetChecksum(datagram, pseudoHeader(source, destination, length)) !== 0) {
    return undefined;
  }
  return {
    sourcePort: uint16At(octets, 0),
    destinationPort: uint16At(octets, 2),
    content: datagram.subarray(HEADER),
  };
}

/** Writes a datagram with its checksum over the IPv4 pseudo header. */
export function buildUdp(datagram: UdpDatagram, source: string, destination: string): Uint8Array {
  const octets = new Uint8Array(HEADER + datagram.content.length);
  putUint16(octets, 0, datagram.sourcePort);
  putUint16(octets, 2, datagram.destinationPort);
  putUint16(octets, 4, octets.length);
  octets.set(datagram.content, HEADER);
  const checksum = internetChecksum(octets, pseudoHeader(source, destination, octets.length));
  putUint16(octets, 6, checksum === 0 ? 0xffff : checksum);
  return octets;
}

/** The sum of the pseudo header's 16-bit words. */
function pseudoHeader(source: string, destination: string, length: number): number {
  const addresses = new Uint8Array(8);
  putIpv4(addresses, 0, source);
  putIpv4(addresses, 4, destination);
  let sum = IpProtocol.udp + length;
  for (let index = 0; index < 8; index += 2) sum += uint16At(addresses, index);
  return sum;
}
