import { BROADCAST_MAC, putUint16 } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { stationMac } from './test-frame.ts';

export const SENDER = '192.0.2.77';
export const TARGET = '192.0.2.99';
const ICMPV6 = 58;
/** Octets in front of the payload. */
const HEADER = 14;
/** Position of the fragment field of an Ethernet frame with IPv4 in it. */
const FRAGMENT_FIELD = HEADER + 6;

/** An ARP frame from station A to everybody. */
export function arpFrame(operation: 'request' | 'reply'): Uint8Array {
  const senderMac = stationMac('A');
  const arp = buildArp({
    operation,
    senderMac,
    senderAddress: SENDER,
    targetMac: '00-00-00-00-00-00',
    targetAddress: TARGET,
  });
  // Long enough that a tag can be taken off without padding.
  const payload = new Uint8Array(60);
  payload.set(arp);
  return buildEthernet({ destination: BROADCAST_MAC, source: senderMac, etherType: EtherType.arp, payload });
}

/** A UDP datagram from station A to everybody. */
export function udpFrame(sourcePort: number, destinationPort: number): Uint8Array {
  const content = new Uint8Array(64).fill(0x5a);
  const payload = buildIpv4({
    source: SENDER,
    destination: TARGET,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: 64,
    payload: buildUdp({ sourcePort, destinationPort, content }, SENDER, TARGET),
  });
  const addresses = { destination: BROADCAST_MAC, source: stationMac('A') };
  return buildEthernet({ ...addresses, etherType: EtherType.ipv4, payload });
}

/** The same as a later fragment: the octets at the position of ports belong to the content. */
export function laterFragment(frame: Uint8Array): Uint8Array {
  const fragment = frame.slice();
  putUint16(fragment, FRAGMENT_FIELD, 100);
  return fragment;
}

/** An ICMPv6 message from station A to everybody. */
export function icmpv6Frame(type: number): Uint8Array {
  const payload = new Uint8Array(104);
  payload[0] = 0x60;
  putUint16(payload, 4, 64);
  payload[6] = ICMPV6;
  payload[7] = 255;
  payload[40] = type;
  const addresses = { destination: BROADCAST_MAC, source: stationMac('A') };
  return buildEthernet({ ...addresses, etherType: EtherType.ipv6, payload });
}

/** Of the extension headers of IPv6 the one that counts its length in units of four octets (RFC 4302 2.2). */
const AUTHENTICATION = 51;

/**
 * The IPv6 packet of an untagged frame with another extension header, of `octets` zeros but for its length, in front of the
 * others.
 */
export function extended(frame: Uint8Array, header: number, octets: 8 | 16 = 8): Uint8Array {
  const behind = HEADER + 40;
  const longer = new Uint8Array(frame.length + octets);
  longer.set(frame.subarray(0, behind));
  longer.set(frame.subarray(behind), behind + octets);
  longer[behind] = frame[HEADER + 6] ?? 0;
  longer[behind + 1] = header === AUTHENTICATION ? octets / 4 - 2 : octets / 8 - 1;
  longer[HEADER + 6] = header;
  putUint16(longer, HEADER + 4, longer.length - behind);
  return longer;
}

/** LLC of a packet of IP or ARP (RFC 1042). */
const SNAP = [0xaa, 0xaa, 0x03, 0, 0, 0] as const;
/** In frames longer than this, a length field is a type. */
const LONGEST_PAYLOAD = 1500;

/** An untagged frame with a length instead of its type, which follows the LLC header. */
export function behindLlc(frame: Uint8Array, llc: readonly number[] = SNAP, length?: number): Uint8Array {
  const longer = new Uint8Array(frame.length + 2 + llc.length);
  longer.set(frame.subarray(0, HEADER - 2));
  longer.set(llc, HEADER);
  longer.set(frame.subarray(HEADER - 2), HEADER + llc.length);
  putUint16(longer, HEADER - 2, length ?? Math.min(longer.length - HEADER, LONGEST_PAYLOAD));
  return longer;
}
