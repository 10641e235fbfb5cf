import { randomUUID } from 'node:crypto';
import { ZERO_MAC } from '../../model/values/mac.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { type ArpPacket, buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { macOfIpv4Group } from '../../protocols/frames/igmp.ts';
import { buildIpv4, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildUdp } from '../../protocols/frames/udp.ts';
import { buildProbe, WS_DISCOVERY_GROUP, WS_DISCOVERY_PORT } from '../../protocols/ws-discovery/message.ts';

/** The port that probes are sent from (RFC 6335, dynamic). */
const PROBE_PORT = 53_702;

/** The sender of who has no IPv4 address yet. */
export const NO_ADDRESS = '0.0.0.0';

/** A probe of RFC 5227: asks who has an IPv4 address, without one of the switch's own. */
export function question(own: string, address: string): Uint8Array {
  const payload = buildArp({
    operation: 'request',
    senderMac: own,
    senderAddress: NO_ADDRESS,
    targetMac: ZERO_MAC,
    targetAddress: address,
  });
  return padFrame(buildEthernet({ destination: BROADCAST_MAC, source: own, etherType: EtherType.arp, payload }));
}

/** Says to who asks for it that the switch has this IPv4 address. */
export function answer(own: string, { senderMac, senderAddress, targetAddress }: ArpPacket): Uint8Array {
  const payload = buildArp({
    operation: 'reply',
    senderMac: own,
    senderAddress: targetAddress,
    targetMac: senderMac,
    targetAddress: senderAddress,
  });
  return padFrame(buildEthernet({ destination: senderMac, source: own, etherType: EtherType.arp, payload }));
}

/** Asks all ONVIF devices what they are, from this IPv4 address. */
export function probeFrame(own: string, source: string): Uint8Array {
  const datagram = { sourcePort: PROBE_PORT, destinationPort: WS_DISCOVERY_PORT, content: buildProbe(randomUUID()) };
  const payload = buildUdp(datagram, source, WS_DISCOVERY_GROUP);
  const packet = {
    source,
    destination: WS_DISCOVERY_GROUP,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: 1,
    payload,
  };
  return buildEthernet({
    destination: macOfIpv4Group(WS_DISCOVERY_GROUP),
    source: own,
    etherType: EtherType.ipv4,
    payload: buildIpv4(packet),
  });
}
