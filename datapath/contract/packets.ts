import { BROADCAST_MAC, putUint16 } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { buildIpv4, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { stationMac } from './test-frame.ts';

export const SENDER = '192.0.2.77';
export const TARGET = '192.0.2.99';
const ICMPV6 = 58;
/** Where the fragment field of an Ethernet frame with IPv4 in it is. */
const FRAGMENT_FIELD = 14 + 6;

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

/** The same as a later fragment: what stands where ports would stand are octets of the content. */
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

/** The IPv6 packet of an untagged frame with another extension header of 8 octets, all zero, in front of the others. */
export function extended(frame: Uint8Array, header: number): Uint8Array {
  const behind = 14 + 40;
  const longer = new Uint8Array(frame.length + 8);
  longer.set(frame.subarray(0, behind));
  longer.set(frame.subarray(behind), behind + 8);
  longer[behind] = frame[20] ?? 0;
  longer[20] = header;
  putUint16(longer, 18, longer.length - behind);
  return longer;
}
