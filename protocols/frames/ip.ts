import { EtherType } from './ethernet.ts';
import { buildIpv4, type IpPacket, parseIpv4 } from './ipv4.ts';
import { buildIpv6Packet, parseIpv6Packet } from './ipv6.ts';

/** Reads the payload of a frame of `etherType`; undefined for what is no IP packet, or a fragment. */
export function parseIp(etherType: number, octets: Uint8Array): IpPacket | undefined {
  if (etherType === EtherType.ipv4) return parseIpv4(octets);
  return etherType === EtherType.ipv6 ? parseIpv6Packet(octets) : undefined;
}

/** Writes a packet, and says the EtherType of its frame. */
export function buildIp(packet: IpPacket): { readonly etherType: number; readonly payload: Uint8Array } {
  if (isIpv6(packet.destination)) return { etherType: EtherType.ipv6, payload: buildIpv6Packet(packet) };
  return { etherType: EtherType.ipv4, payload: buildIpv4(packet) };
}

/** Whether an address in text is one of IPv6. */
export function isIpv6(address: string): boolean {
  return address.includes(':');
}
