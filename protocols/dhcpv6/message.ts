import { putUint16, uint16At } from '../frames/addresses.ts';
import { buildEthernet, EtherType, parseEthernet } from '../frames/ethernet.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { buildIpv6Packet, parseIpv6Packet } from '../frames/ipv6.ts';
import { buildUdp, parseUdp } from '../frames/udp.ts';
import { isTagged, popTag } from '../frames/vlan-tag.ts';
import { buildOptions, type Dhcpv6Options, parseOptions } from './options.ts';

/** Message types in use here (RFC 8415 7.3). */
export const Dhcpv6Type = {
  solicit: 1,
  advertise: 2,
  request: 3,
  confirm: 4,
  renew: 5,
  rebind: 6,
  reply: 7,
  release: 8,
  decline: 9,
} as const;

/** A message between client and server (RFC 8415 8). */
export interface Dhcpv6Message {
  readonly type: number;
  /** 24 bits. */
  readonly transaction: number;
  readonly options: Dhcpv6Options;
}

/** The UDP ports (RFC 8415 7.2). */
export const DHCPV6_CLIENT_PORT = 546;
export const DHCPV6_SERVER_PORT = 547;

/** All_DHCP_Relay_Agents_and_Servers (RFC 8415 7.1), and the MAC address of that group (RFC 2464 7). */
const DHCPV6_SERVERS = 'ff02::1:2';
const SERVERS_MAC = '33-33-00-01-00-02';

const HEADER = 4;

/** Reads the content of a datagram; undefined for one that is torn, or of a relay agent. */
function parseDhcpv6(octets: Uint8Array): Dhcpv6Message | undefined {
  const type = octets[0] ?? 0;
  // Messages of relay agents are built in another way (RFC 8415 9).
  if (octets.length < HEADER || type === 0 || type === 12 || type === 13) return undefined;
  const options = parseOptions(octets.subarray(HEADER));
  return options && { type, transaction: ((octets[1] ?? 0) << 16) | uint16At(octets, 2), options };
}

/** Writes the content of a datagram. */
export function buildDhcpv6({ type, transaction, options }: Dhcpv6Message): Uint8Array {
  const written = buildOptions(options);
  const octets = new Uint8Array(HEADER + written.length);
  octets[0] = type;
  octets[1] = transaction >>> 16;
  putUint16(octets, 2, transaction & 0xffff);
  octets.set(written, HEADER);
  return octets;
}

/** A message to all servers from a client's link-local address, as an untagged frame without FCS. */
export function clientFrame(mac: string, source: string, message: Dhcpv6Message): Uint8Array {
  const datagram = {
    sourcePort: DHCPV6_CLIENT_PORT,
    destinationPort: DHCPV6_SERVER_PORT,
    content: buildDhcpv6(message),
  };
  const packet = buildIpv6Packet({
    source,
    destination: DHCPV6_SERVERS,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: 1,
    payload: buildUdp(datagram, source, DHCPV6_SERVERS),
  });
  return buildEthernet({ destination: SERVERS_MAC, source: mac, etherType: EtherType.ipv6, payload: packet });
}

/** The message of a frame without FCS, behind one C-tag if there is one; undefined where it carries none to that port. */
export function messageIn(frame: Uint8Array, port: number): Dhcpv6Message | undefined {
  const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
  const packet = ethernet?.etherType === EtherType.ipv6 ? parseIpv6Packet(ethernet.payload) : undefined;
  if (packet?.protocol !== IpProtocol.udp) return undefined;
  const datagram = parseUdp(packet.payload, packet.source, packet.destination);
  return datagram?.destinationPort === port ? parseDhcpv6(datagram.content) : undefined;
}
