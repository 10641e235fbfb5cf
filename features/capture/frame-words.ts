import { addressesAt } from '../../datapath/capture.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ipv4At, macAt, uint16At } from '../../protocols/frames/addresses.ts';
import { typePlaceOf } from '../../protocols/frames/carried-packet.ts';
import { EtherType, isBroadcast } from '../../protocols/frames/ethernet.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';

/** A frame as a line: addresses of its highest known layer, its protocol by name, and what it says. */
export interface FrameWords {
  readonly source: string;
  readonly destination: string;
  readonly protocol: string;
  readonly said: Message;
}

/** Octets of a text from a frame at most. */
const TEXT = 64;

/** A frame (without FCS, perhaps cut) in words. Never throws. */
export function frameWords(frame: Uint8Array): FrameWords {
  const place = typePlaceOf(frame);
  const type = uint16At(frame, place);
  const at = place + 2;
  const stations = {
    source: macAt(frame, 6),
    destination: isBroadcast(frame) ? 'Broadcast' : macAt(frame, 0),
  };
  const inVlan = (words: FrameWords): FrameWords => {
    const vlan = isTagged(frame) ? uint16At(frame, 14) & 0xfff : 0;
    return vlan === 0 ? words : { ...words, said: say('VLAN {{vlan}}: {{said}}', { vlan, said: words.said }) };
  };
  if (type < 0x600) return inVlan({ ...stations, ...llcWords(frame, at) });
  if (type === EtherType.arp) return inVlan({ ...stations, protocol: 'ARP', said: arpWords(frame, at) });
  if (type === EtherType.ipv4 || type === EtherType.ipv6) {
    const packet = addressesAt(frame, place);
    if (!packet) return inVlan({ ...stations, protocol: type === EtherType.ipv4 ? 'IPv4' : 'IPv6', said: cut });
    return inVlan({ ...packet, ...(type === EtherType.ipv4 ? ipv4Words(frame, at) : ipv6Words(frame, at)) });
  }
  const named = types.get(type);
  const said = named?.said ?? say('EtherType {{type}}', { type: `0x${type.toString(16).padStart(4, '0')}` });
  return inVlan({ ...stations, protocol: named?.protocol ?? 'Ethernet', said });
}

const cut = say('Cut off');

const types: ReadonlyMap<number, { readonly protocol: string; readonly said: Message }> = new Map([
  [EtherType.lldp, { protocol: 'LLDP', said: say('Neighbor announcement') }],
  [EtherType.eapol, { protocol: 'EAPOL', said: say('802.1X authentication') }],
  [EtherType.slowProtocols, { protocol: 'LACP', said: say('Link aggregation') }],
  [EtherType.loopback, { protocol: 'CTP', said: say('Loopback probe') }],
  [EtherType.serviceTag, { protocol: '802.1ad', said: say('Frame with an S-tag') }],
  [0x8808, { protocol: 'PAUSE', said: say('Flow control') }],
  [0x0842, { protocol: 'WoL', said: say('Magic packet') }],
]);

/** IEEE 802.2: the destination and source service access points say what it is. */
function llcWords(frame: Uint8Array, at: number): Pick<FrameWords, 'protocol' | 'said'> {
  if (frame[at] !== 0x42 || frame[at + 1] !== 0x42) return { protocol: 'LLC', said: say('LLC frame') };
  const [version = 0, kind = 0, flags = 0] = frame.subarray(at + 5, at + 8);
  if (kind === 0x80) return { protocol: 'STP', said: say('Topology change notification') };
  const said = (flags & 1) === 1 ? say('BPDU, topology change') : say('BPDU');
  return { protocol: version >= 3 ? 'MSTP' : version === 2 ? 'RSTP' : 'STP', said };
}

function arpWords(frame: Uint8Array, at: number): Message {
  const operation = uint16At(frame, at + 6);
  const [sender, target] = [ipv4At(frame, at + 14), ipv4At(frame, at + 24)];
  if (frame.length < at + 28) return cut;
  if (sender === target) return say('{{address}} announces itself', { address: sender });
  if (operation === 1) return say('Question for {{target}} by {{sender}}', { target, sender });
  if (operation === 2) return say('{{address}} is at {{mac}}', { address: sender, mac: macAt(frame, at + 8) });
  return say('ARP operation {{operation}}', { operation });
}

const MORE_OR_LATER = 0x3fff;
const LATER = 0x1fff;

function ipv4Words(frame: Uint8Array, at: number): Pick<FrameWords, 'protocol' | 'said'> {
  const protocol = frame[at + 9] ?? 0;
  const header = ((frame[at] ?? 0) & 0x0f) * 4;
  const end = Math.min(frame.length, at + uint16At(frame, at + 2));
  const isFragment = (uint16At(frame, at + 6) & MORE_OR_LATER) !== 0;
  if ((uint16At(frame, at + 6) & LATER) !== 0) return { protocol: 'IPv4', said: say('Fragment of a packet') };
  return transportWords(frame, at + header, end, protocol, isFragment, 4);
}

function ipv6Words(frame: Uint8Array, at: number): Pick<FrameWords, 'protocol' | 'said'> {
  let protocol = frame[at + 6] ?? 0;
  let next = at + 40;
  const end = Math.min(frame.length, next + uint16At(frame, at + 4));
  while ((protocol === 0 || protocol === 43 || protocol === 60) && next + 8 <= end) {
    protocol = frame[next] ?? 0;
    next += ((frame[next + 1] ?? 0) + 1) * 8;
  }
  if (protocol === 44) return { protocol: 'IPv6', said: say('Fragment of a packet') };
  return transportWords(frame, next, end, protocol, false, 6);
}

const protocols: ReadonlyMap<number, string> = new Map([
  [2, 'IGMP'],
  [47, 'GRE'],
  [50, 'ESP'],
  [51, 'AH'],
  [89, 'OSPF'],
  [103, 'PIM'],
  [112, 'VRRP'],
  [132, 'SCTP'],
]);

function transportWords(
  frame: Uint8Array,
  at: number,
  end: number,
  protocol: number,
  isFragment: boolean,
  version: 4 | 6,
): Pick<FrameWords, 'protocol' | 'said'> {
  if (protocol === 6) return tcpWords(frame, at, end);
  if (protocol === 17) return udpWords(frame, at, end, isFragment);
  if (protocol === 1 && version === 4) return { protocol: 'ICMP', said: icmpWords(frame, at, end) };
  if (protocol === 58 && version === 6) return { protocol: 'ICMPv6', said: icmpv6Words(frame, at, end) };
  if (protocol === 2) return { protocol: 'IGMP', said: igmpWords(frame, at) };
  const said = say('IP protocol {{protocol}}', { protocol });
  return { protocol: protocols.get(protocol) ?? `IPv${version}`, said };
}

const flagNames = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG'] as const;

function tcpWords(frame: Uint8Array, at: number, end: number): Pick<FrameWords, 'protocol' | 'said'> {
  if (end < at + 14) return { protocol: 'TCP', said: cut };
  const [from, to] = [uint16At(frame, at), uint16At(frame, at + 2)];
  const header = ((frame[at + 12] ?? 0) >>> 4) * 4;
  const flags = flagNames.filter((_, bit) => ((frame[at + 13] ?? 0) & (1 << bit)) !== 0);
  const said = say('{{from}} → {{to}} [{{flags}}], {{octets}} bytes', {
    from,
    to,
    flags,
    octets: Math.max(0, end - at - header),
  });
  return { protocol: services.get(Math.min(from, to)) ?? services.get(Math.max(from, to)) ?? 'TCP', said };
}

/** Services by their port, as a reader looks for them. */
const services: ReadonlyMap<number, string> = new Map([
  [22, 'SSH'],
  [23, 'Telnet'],
  [53, 'DNS'],
  [80, 'HTTP'],
  [123, 'NTP'],
  [137, 'NBNS'],
  [161, 'SNMP'],
  [162, 'SNMP'],
  [443, 'HTTPS'],
  [445, 'SMB'],
  [514, 'Syslog'],
  [554, 'RTSP'],
  [1812, 'RADIUS'],
  [1900, 'SSDP'],
  [3389, 'RDP'],
  [3702, 'WS-Discovery'],
  [5060, 'SIP'],
  [5353, 'mDNS'],
]);

function udpWords(
  frame: Uint8Array,
  at: number,
  end: number,
  isFragment: boolean,
): Pick<FrameWords, 'protocol' | 'said'> {
  if (end < at + 8) return { protocol: 'UDP', said: cut };
  const [from, to] = [uint16At(frame, at), uint16At(frame, at + 2)];
  const content = frame.subarray(at + 8, end);
  if (!isFragment && (to === 67 || to === 68)) return { protocol: 'DHCP', said: dhcpWords(content) };
  if (!isFragment && (from === 53 || to === 53 || to === 5353)) {
    const said = dnsWords(content);
    if (said) return { protocol: to === 5353 ? 'mDNS' : 'DNS', said };
  }
  const said = say('{{from}} → {{to}}, {{octets}} bytes', { from, to, octets: uint16At(frame, at + 4) - 8 });
  return { protocol: services.get(to) ?? services.get(from) ?? 'UDP', said };
}

const dhcpMessages = ['', 'Discover', 'Offer', 'Request', 'Decline', 'ACK', 'NAK', 'Release', 'Inform'];

/** Behind the fixed fields and the magic cookie. */
const DHCP_OPTIONS = 240;

function dhcpWords(message: Uint8Array): Message {
  for (let at = DHCP_OPTIONS; at + 2 < message.length && message[at] !== 0xff; ) {
    if (message[at] === 0) at += 1;
    else if (message[at] === 53) {
      const kind = dhcpMessages[message[at + 2] ?? 0] ?? '';
      return say('DHCP {{kind}} of {{mac}}', { kind, mac: macAt(message, 28) });
    } else at += 2 + (message[at + 1] ?? 0);
  }
  return say('BOOTP of {{mac}}', { mac: macAt(message, 28) });
}

const dnsTypes: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [5, 'CNAME'],
  [12, 'PTR'],
  [16, 'TXT'],
  [28, 'AAAA'],
  [33, 'SRV'],
  [65, 'HTTPS'],
]);

/** The first question of a message; undefined for one without. */
function dnsWords(message: Uint8Array): Message | undefined {
  if (message.length < 12) return undefined;
  const isAnswer = (uint16At(message, 2) & 0x8000) !== 0;
  const [questions, answers] = [uint16At(message, 4), uint16At(message, 6)];
  if (questions === 0) return isAnswer ? say('Answer (records: {{answers}})', { answers }) : undefined;
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0 && length < 64; length = message[at] ?? 0) {
    const label = message.subarray(at + 1, at + 1 + length);
    labels.push(String.fromCharCode(...label).replace(/[^\x21-\x7e]/g, '·'));
    at += 1 + length;
    if (at >= message.length) break;
  }
  const type = uint16At(message, at + 1);
  const name = `${labels.join('.').slice(0, TEXT)} ${dnsTypes.get(type) ?? type}`;
  return isAnswer
    ? say('Answer to {{name}} (records: {{answers}})', { name, answers })
    : say('Question for {{name}}', { name });
}

function icmpWords(frame: Uint8Array, at: number, end: number): Message {
  if (end < at + 8) return cut;
  const [type = 0, code = 0] = frame.subarray(at, at + 2);
  const number = uint16At(frame, at + 6);
  if (type === 8) return say('Echo request {{number}}', { number });
  if (type === 0) return say('Echo reply {{number}}', { number });
  if (type === 3) return say('Destination unreachable, code {{code}}', { code });
  if (type === 5) return say('Redirect');
  if (type === 11) return say('Time exceeded');
  return say('ICMP type {{type}}, code {{code}}', { type, code });
}

function icmpv6Words(frame: Uint8Array, at: number, end: number): Message {
  if (end < at + 4) return cut;
  const [type = 0, code = 0] = frame.subarray(at, at + 2);
  const number = uint16At(frame, at + 6);
  switch (type) {
    case 1:
      return say('Destination unreachable, code {{code}}', { code });
    case 3:
      return say('Time exceeded');
    case 128:
      return say('Echo request {{number}}', { number });
    case 129:
      return say('Echo reply {{number}}', { number });
    case 133:
      return say('Router solicitation');
    case 134:
      return say('Router advertisement');
    case 135:
      return say('Neighbor solicitation');
    case 136:
      return say('Neighbor advertisement');
    case 143:
      return say('MLD report');
    default:
      return say('ICMP type {{type}}, code {{code}}', { type, code });
  }
}

function igmpWords(frame: Uint8Array, at: number): Message {
  const group = ipv4At(frame, at + 4);
  switch (frame[at]) {
    case 0x11:
      return group === '0.0.0.0' ? say('General query') : say('Query for {{group}}', { group });
    case 0x12:
    case 0x16:
      return say('Joins {{group}}', { group });
    case 0x17:
      return say('Leaves {{group}}', { group });
    case 0x22:
      return say('Membership report');
    default:
      return say('IGMP type {{type}}', { type: frame[at] ?? 0 });
  }
}
