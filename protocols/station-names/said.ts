import { parseDhcp } from '../dhcp/message.ts';
import { DhcpOption, textOf } from '../dhcp/options.ts';
import { decodeName } from '../dns/name.ts';
import { ipv4At, ipv6At, uint16At } from '../frames/addresses.ts';
import { parseArp } from '../frames/arp.ts';
import { parseInnerEthernet } from '../frames/carried-packet.ts';
import { EtherType, isGroupSource } from '../frames/ethernet.ts';
import { parseIp } from '../frames/ip.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { parseUdp } from '../frames/udp.ts';
import { DHCP_SERVER_PORT, MDNS_PORT } from './ports.ts';

/** What a station says of itself in one frame. */
export type Said =
  | { readonly kind: 'address'; readonly mac: string; readonly address: string }
  | { readonly kind: 'dhcpName'; readonly mac: string; readonly name: string }
  /** With the address that the name is of. */
  | { readonly kind: 'mdnsName'; readonly mac: string; readonly name: string; readonly address: string };

const NO_ADDRESS = '0.0.0.0';
const NAME_MAXIMUM = 64;

/**
 * Reads what the sender of a frame says of itself: its address by ARP, its name by DHCP (option 12) or multicast DNS. What it
 * says of others is left out. Undefined for anything else. Never throws.
 */
export function readSaid(frame: Uint8Array): Said | undefined {
  const ethernet = isGroupSource(frame) ? undefined : parseInnerEthernet(frame);
  if (!ethernet) return undefined;
  const { source: mac, etherType, payload } = ethernet;
  if (etherType === EtherType.arp) {
    const packet = parseArp(payload);
    if (!packet || packet.senderMac !== mac || packet.senderAddress === NO_ADDRESS) return undefined;
    return { kind: 'address', mac, address: packet.senderAddress };
  }
  const packet = parseIp(etherType, payload);
  const datagram =
    packet?.protocol === IpProtocol.udp ? parseUdp(packet.payload, packet.source, packet.destination) : undefined;
  if (!packet || !datagram) return undefined;
  if (datagram.destinationPort === DHCP_SERVER_PORT) return readDhcp(mac, datagram.content);
  if (datagram.sourcePort !== MDNS_PORT) return undefined;
  const name = nameOf(datagram.content, packet.source);
  return name === undefined ? undefined : { kind: 'mdnsName', mac, name, address: packet.source };
}

function readDhcp(mac: string, content: Uint8Array): Said | undefined {
  const message = parseDhcp(content);
  // A relay agent asks for others under its own address.
  if (message?.operation !== 'request' || message.clientMac !== mac) return undefined;
  const name = textOf(message.options, DhcpOption.hostName).trim().slice(0, NAME_MAXIMUM);
  return name === '' ? undefined : { kind: 'dhcpName', mac, name };
}

const HEADER = 12;
const RESPONSE = 0x8000;
const TYPE_A = 1;
const TYPE_AAAA = 28;
/** Records looked at in one message. */
const RECORDS = 64;

/** The name under ".local" that a response of multicast DNS gives to an address (RFC 6762 6). */
function nameOf(message: Uint8Array, address: string): string | undefined {
  if (message.length < HEADER || (uint16At(message, 2) & RESPONSE) === 0) return undefined;
  let offset: number | undefined = HEADER;
  for (let questions = Math.min(uint16At(message, 4), RECORDS); questions > 0; questions -= 1) {
    const end: number | undefined = decodeName(message, offset)?.end;
    if (end === undefined) return undefined;
    offset = end + 4;
  }
  const count = uint16At(message, 6) + uint16At(message, 8) + uint16At(message, 10);
  for (let left = Math.min(count, RECORDS); left > 0; left -= 1) {
    const read = decodeName(message, offset);
    if (!read || message.length < read.end + 10) return undefined;
    const length = uint16At(message, read.end + 8);
    const content = read.end + 10;
    if (message.length < content + length) return undefined;
    const type = uint16At(message, read.end);
    const isAddress = (type === TYPE_A && length === 4) || (type === TYPE_AAAA && length === 16);
    if (isAddress && (type === TYPE_A ? ipv4At : ipv6At)(message, content) === address) {
      const name = read.name.replace(/\.local$/, '').slice(0, NAME_MAXIMUM);
      if (name !== '') return name;
    }
    offset = content + length;
  }
  return undefined;
}
