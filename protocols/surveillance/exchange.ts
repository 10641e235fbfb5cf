import { ipv4At, macAt, uint16At } from '../frames/addresses.ts';
import { EtherType } from '../frames/ethernet.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { isTagged } from '../frames/vlan-tag.ts';

/** The ends of a packet of TCP or UDP between two stations of a link. */
export interface PacketEnds {
  readonly source: string;
  readonly destination: string;
  readonly sourceAddress: string;
  readonly destinationAddress: string;
  readonly protocol: 'tcp' | 'udp';
  readonly sourcePort: number;
  readonly destinationPort: number;
}

const SHORTEST_HEADER = 20;

/**
 * Reads the ends of an IPv4 packet of TCP or UDP in a frame with at most one tag; undefined for anything else, and for later
 * fragments.
 */
export function readEnds(frame: Uint8Array): PacketEnds | undefined {
  const at = isTagged(frame) ? 18 : 14;
  if (uint16At(frame, at - 2) !== EtherType.ipv4 || frame.length < at + SHORTEST_HEADER) return undefined;
  const first = frame[at] ?? 0;
  const header = (first & 0x0f) * 4;
  const isFirst = (uint16At(frame, at + 6) & 0x1fff) === 0;
  if (first >>> 4 !== 4 || header < SHORTEST_HEADER || !isFirst || frame.length < at + header + 4) return undefined;
  const protocol = frame[at + 9];
  if (protocol !== IpProtocol.tcp && protocol !== IpProtocol.udp) return undefined;
  return {
    source: macAt(frame, 6),
    destination: macAt(frame, 0),
    sourceAddress: ipv4At(frame, at + 12),
    destinationAddress: ipv4At(frame, at + 16),
    protocol: protocol === IpProtocol.tcp ? 'tcp' : 'udp',
    sourcePort: uint16At(frame, at + header),
    destinationPort: uint16At(frame, at + header + 2),
  };
}

/** Below it services answer that are no video. */
const FIRST_STREAM_PORT = 1024;
/** UDP ports above it that everybody speaks at: SSDP, WS-Discovery, mDNS, LLMNR. */
const CHATTER: ReadonlySet<number> = new Set([1900, 3702, 5353, 5355]);

/** Whether a packet of a camera is one of its pictures: UDP to a single station, beside the ports of well-known services. */
export function isPicture({ protocol, sourcePort, destinationPort }: PacketEnds): boolean {
  const isService = (port: number) => port < FIRST_STREAM_PORT || CHATTER.has(port);
  return protocol === 'udp' && !isService(sourcePort) && !isService(destinationPort);
}
