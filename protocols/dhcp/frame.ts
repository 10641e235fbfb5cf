import { buildEthernet, EtherType, parseEthernet } from '../frames/ethernet.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from '../frames/ipv4.ts';
import { buildUdp, parseUdp } from '../frames/udp.ts';
import { isTagged, popTag } from '../frames/vlan-tag.ts';
import { buildDhcp, type DhcpMessage, parseDhcp } from './message.ts';

/** The ports of server and client (RFC 2131 4.1). */
const DHCP_SERVER_PORT = 67;
const DHCP_CLIENT_PORT = 68;

/** A message on its way through a VLAN. */
export interface DhcpFrame {
  readonly sourceMac: string;
  readonly destinationMac: string;
  readonly sourceAddress: string;
  readonly destinationAddress: string;
  readonly message: DhcpMessage;
}

/** Writes an untagged frame without FCS; the message's operation determines the ports. */
export function buildDhcpFrame(frame: DhcpFrame): Uint8Array {
  const isRequest = frame.message.operation === 'request';
  const datagram = {
    sourcePort: isRequest ? DHCP_CLIENT_PORT : DHCP_SERVER_PORT,
    destinationPort: isRequest ? DHCP_SERVER_PORT : DHCP_CLIENT_PORT,
    content: buildDhcp(frame.message),
  };
  const payload = buildIpv4({
    source: frame.sourceAddress,
    destination: frame.destinationAddress,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: 64,
    payload: buildUdp(datagram, frame.sourceAddress, frame.destinationAddress),
  });
  const { destinationMac: destination, sourceMac: source } = frame;
  return buildEthernet({ destination, source, etherType: EtherType.ipv4, payload });
}

/** Reads a frame without FCS, tagged or not; undefined where it carries no DHCP to a client or server. */
export function parseDhcpFrame(octets: Uint8Array): DhcpFrame | undefined {
  const ethernet = parseEthernet(isTagged(octets) ? popTag(octets) : octets);
  const packet = ethernet?.etherType === EtherType.ipv4 ? parseIpv4(ethernet.payload) : undefined;
  if (!ethernet || packet?.protocol !== IpProtocol.udp) return undefined;
  const datagram = parseUdp(packet.payload, packet.source, packet.destination);
  const message = datagram && parseDhcp(datagram.content);
  const port = message?.operation === 'request' ? DHCP_SERVER_PORT : DHCP_CLIENT_PORT;
  if (!message || datagram.destinationPort !== port) return undefined;
  return {
    sourceMac: ethernet.source,
    destinationMac: ethernet.destination,
    sourceAddress: packet.source,
    destinationAddress: packet.destination,
    message,
  };
}
