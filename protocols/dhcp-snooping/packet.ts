import type { DhcpMessage } from '../dhcp/message.ts';
import { parseDhcp } from '../dhcp/message.ts';
import { DhcpOption } from '../dhcp/options.ts';
import { ipv4At } from '../frames/addresses.ts';
import { parseInnerEthernet } from '../frames/carried-packet.ts';
import { EtherType } from '../frames/ethernet.ts';
import { IpProtocol, parseIpv4 } from '../frames/ipv4.ts';
import { parseUdp } from '../frames/udp.ts';

/** A message of DHCP as a switch between client and server sees it: to whichever of the two ports of RFC 2131 4.1. */
export interface SnoopedPacket {
  /** The station that the frame came from. */
  readonly sourceMac: string;
  readonly message: DhcpMessage;
  /** Option 53; undefined in BOOTP. */
  readonly type: number | undefined;
}

/** Reads a frame without FCS, behind up to two tags; undefined where it is no whole message of DHCP, or only part of one. */
export function parseSnoopedPacket(octets: Uint8Array): SnoopedPacket | undefined {
  const ethernet = parseInnerEthernet(octets);
  const packet = ethernet?.etherType === EtherType.ipv4 ? parseIpv4(ethernet.payload) : undefined;
  if (!ethernet || packet?.protocol !== IpProtocol.udp) return undefined;
  const datagram = parseUdp(packet.payload, packet.source, packet.destination);
  const message = datagram && parseDhcp(datagram.content);
  if (!message) return undefined;
  const { source: sourceMac } = ethernet;
  const type = message.options.get(DhcpOption.messageType)?.[0];
  return { sourceMac, message, type };
}

/** The address that an option holds; undefined where it holds none. */
export function addressIn(message: DhcpMessage, code: number): string | undefined {
  const octets = message.options.get(code);
  return octets?.length === 4 ? ipv4At(octets, 0) : undefined;
}
