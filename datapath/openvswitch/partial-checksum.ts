import { uint16At } from '../../protocols/frames/addresses.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';

const CHECKSUM_OFFSET = 6;

/**
 * The frame with the checksum of its UDP datagram set to "none" (RFC 768), where it holds one over IPv4. A station on the
 * same host leaves its checksums to a network card that it does not have: what arrives then is the sum of the pseudo header
 * alone, which no receiver would take. On such a line nothing but memory lies between the two.
 */
export function withoutUdpChecksum(frame: Uint8Array): Uint8Array {
  const type = isTagged(frame) ? 16 : 12;
  const packet = type + 2;
  if (uint16At(frame, type) !== EtherType.ipv4 || frame[packet + 9] !== IpProtocol.udp) return frame;
  const checksum = packet + ((frame[packet] ?? 0) & 0x0f) * 4 + CHECKSUM_OFFSET;
  if (checksum + 2 > frame.length) return frame;
  const copy = frame.slice();
  copy.fill(0, checksum, checksum + 2);
  return copy;
}
