import { putIpv6, putUint16 } from '../../protocols/frames/addresses.ts';
import { internetChecksum } from '../../protocols/frames/checksum.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { buildIpv4 } from '../../protocols/frames/ipv4.ts';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import { stationMac } from './test-frame.ts';

/** A packet in a frame from station A to station B unless said otherwise; of IPv6 where its addresses are. */
export interface WantedPacket {
  readonly from?: string;
  readonly to?: string;
  readonly source?: string;
  readonly destination?: string;
  readonly protocol?: number;
  /** Of IPv6 the upper six bits of the traffic class. */
  readonly dscp?: number;
  readonly ecn?: number;
  readonly flowLabel?: number;
  readonly sourcePort?: number;
  readonly destinationPort?: number;
  readonly tcpFlags?: number;
  /** Type and code of a message of ICMP, or the type of one of IGMP. */
  readonly type?: number;
  readonly code?: number;
  /** Position of the fragment, in units of eight octets. */
  readonly fragment?: number;
  readonly tag?: { readonly vid: number; readonly priority?: number };
}

const Protocol = { icmp: 1, igmp: 2, tcp: 6, udp: 17, fragment: 44, icmpv6: 58 } as const;
const SEGMENT = 64;

/** A packet as a frame, long enough that no padding is added. */
export function ipFrame(wanted: WantedPacket): Uint8Array {
  const { from = stationMac('A'), to = stationMac('B'), destination = '10.0.0.9', tag } = wanted;
  const isIpv6 = destination.includes(':');
  const untagged = buildEthernet({
    destination: to,
    source: from,
    etherType: isIpv6 ? EtherType.ipv6 : EtherType.ipv4,
    payload: isIpv6 ? ipv6Packet(wanted, destination) : ipv4Packet(wanted, destination),
  });
  const control = tag && encodeTag({ vid: tag.vid, priority: tag.priority ?? 0, dropEligible: false });
  return control === undefined ? untagged : pushTag(untagged, control);
}

function ipv4Packet(wanted: WantedPacket, destination: string): Uint8Array {
  const { source = '10.0.0.1', protocol = 253, dscp = 0, ecn = 0, fragment = 0 } = wanted;
  const packet = buildIpv4({ source, destination, protocol, dscp, timeToLive: 64, payload: segment(wanted, protocol) });
  packet[1] = (dscp << 2) | ecn;
  putUint16(packet, 6, fragment);
  putUint16(packet, 10, 0);
  putUint16(packet, 10, internetChecksum(packet.subarray(0, 20)));
  return packet;
}

function ipv6Packet(wanted: WantedPacket, destination: string): Uint8Array {
  const { source = '2001:db8::1', protocol = 253, dscp = 0, ecn = 0, flowLabel = 0, fragment } = wanted;
  const header = fragment === undefined ? 0 : 8;
  const packet = new Uint8Array(40 + header + SEGMENT);
  const trafficClass = (dscp << 2) | ecn;
  putUint16(packet, 0, (6 << 12) | (trafficClass << 4) | (flowLabel >>> 16));
  putUint16(packet, 2, flowLabel & 0xffff);
  putUint16(packet, 4, header + SEGMENT);
  packet[6] = fragment === undefined ? protocol : Protocol.fragment;
  packet[7] = 64;
  putIpv6(packet, 8, source);
  putIpv6(packet, 24, destination);
  if (fragment !== undefined) {
    packet[40] = protocol;
    putUint16(packet, 42, fragment << 3);
  }
  packet.set(segment(wanted, protocol), 40 + header);
  return packet;
}

function segment(wanted: WantedPacket, protocol: number): Uint8Array {
  const octets = new Uint8Array(SEGMENT).fill(0x5a);
  const { sourcePort = 40_000, destinationPort = 80, tcpFlags = 0x10, type = 8, code = 0 } = wanted;
  if (protocol === Protocol.tcp || protocol === Protocol.udp) {
    putUint16(octets, 0, sourcePort);
    putUint16(octets, 2, destinationPort);
    if (protocol === Protocol.tcp) octets.set([0x50, tcpFlags], 12);
    else putUint16(octets, 4, SEGMENT);
  } else if (protocol === Protocol.icmp || protocol === Protocol.icmpv6 || protocol === Protocol.igmp) {
    octets.set([type, code]);
  }
  return octets;
}
