import { ipv4At, macNumberAt, macToNumber, putIpv4, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { buildEthernet, EtherType } from './ethernet.ts';
import { type RecordAddresses, readGroupRecords, writeGroupRecords } from './group-records.ts';
import { parseIpv4 } from './ipv4.ts';
import {
  decodeTime,
  encodeTime,
  type HeardMessage,
  type MembershipMessage,
  type MessageSender,
  type QuerierValues,
} from './membership-message.ts';
import { isTagged } from './vlan-tag.ts';

const IGMP = 2;
const PIM = 103;
const Type = { query: 0x11, report1: 0x12, dvmrp: 0x13, report2: 0x16, leave: 0x17, report3: 0x22 } as const;
const ALL_HOSTS = '224.0.0.1';
const ALL_ROUTERS = '224.0.0.2';
const ALL_PIM_ROUTERS = '224.0.0.13';
const ALL_IGMPV3_ROUTERS = '224.0.0.22';
const ROUTER_ALERT = 148;
/** PIM version 2, type 0 (RFC 7761 4.9). */
const PIM_HELLO = 0x20;
const HEADER = 8;
const TENTH = 100;

/** The MAC address of an IPv4 group (RFC 1112 6.4): 32 groups share one. */
export function macOfIpv4Group(group: string): string {
  const [, second = 0, third = 0, fourth = 0] = group.split('.').map(Number);
  const octets = [second & 0x7f, third, fourth].map((octet) => octet.toString(16).toUpperCase().padStart(2, '0'));
  return `01-00-5E-${octets.join('-')}`;
}

function isGroup(address: string): boolean {
  const first = Number.parseInt(address, 10);
  return first >= 224 && first <= 239;
}

const addresses: RecordAddresses = { length: 4, at: ipv4At, put: putIpv4, isGroup };

/**
 * Reads an IGMP message (RFC 1112, 2236, 3376), a PIM hello or a DVMRP message from a frame, behind one C-tag if there is
 * one. Undefined where it is none, or breaks a rule of its standard: checksums, lengths, a time to live other than 1, a
 * destination that does not fit, no router alert where the version has one.
 */
export function parseIgmp(frame: Uint8Array): HeardMessage | undefined {
  const typeAt = isTagged(frame) ? 16 : 12;
  if (uint16At(frame, typeAt) !== EtherType.ipv4) return undefined;
  const octets = frame.subarray(typeAt + 2);
  const packet = parseIpv4(octets);
  if (packet?.timeToLive !== 1 || !isGroup(packet.destination)) return undefined;
  if (macNumberAt(frame, 0) !== macToNumber(macOfIpv4Group(packet.destination))) return undefined;
  const { source, destination, payload } = packet;
  if (internetChecksum(payload) !== 0) return undefined;
  if (packet.protocol === PIM) {
    return destination === ALL_PIM_ROUTERS && payload.length >= 4 && payload[0] === PIM_HELLO
      ? { kind: 'router', source }
      : undefined;
  }
  if (packet.protocol !== IGMP || payload.length < HEADER) return undefined;
  const message = messageIn(payload, destination, hasRouterAlert(octets));
  return message && { ...message, source };
}

type Unsigned<Message> = Message extends HeardMessage ? Omit<Message, 'source'> : never;

function messageIn(payload: Uint8Array, destination: string, alerts: boolean): Unsigned<HeardMessage> | undefined {
  const group = ipv4At(payload, 4);
  const concerns = isGroup(group) && destination === group;
  switch (payload[0]) {
    case Type.query:
      return queryIn(payload, destination, alerts);
    case Type.report1:
      return concerns ? { kind: 'report', version: 1, group } : undefined;
    case Type.report2:
      return concerns && alerts ? { kind: 'report', version: 2, group } : undefined;
    case Type.leave: {
      const rightPlace = destination === ALL_ROUTERS || destination === group;
      return isGroup(group) && rightPlace && alerts ? { kind: 'leave', group } : undefined;
    }
    case Type.report3: {
      const records = destination === ALL_IGMPV3_ROUTERS && alerts ? readGroupRecords(payload, addresses) : undefined;
      return records && { kind: 'records', records };
    }
    case Type.dvmrp:
      return { kind: 'router' };
    default:
      return { kind: 'unknown' };
  }
}

/** The version follows from length and code (RFC 3376 7.1). */
function queryIn(payload: Uint8Array, destination: string, alerts: boolean): Unsigned<HeardMessage> | undefined {
  const asked = ipv4At(payload, 4);
  const group = asked === '0.0.0.0' ? undefined : asked;
  if (destination !== (group ?? ALL_HOSTS) || (group !== undefined && !isGroup(group))) return undefined;
  const code = payload[1] ?? 0;
  if (payload.length === HEADER && code === 0) {
    return { kind: 'query', version: 1, group: undefined, maxResponse: 100 * TENTH, suppress: false, sources: 0 };
  }
  if (!alerts) return undefined;
  if (payload.length === HEADER) {
    return { kind: 'query', version: 2, group, maxResponse: code * TENTH, suppress: false, sources: 0 };
  }
  const sources = uint16At(payload, 10);
  if (payload.length < 12 + 4 * sources || (sources > 0 && group === undefined)) return undefined;
  const suppress = ((payload[8] ?? 0) & 0x08) !== 0;
  return { kind: 'query', version: 3, group, maxResponse: decodeTime(code, 4) * TENTH, suppress, sources };
}

/** Whether a whole IPv4 header carries the router alert option (RFC 2113). */
function hasRouterAlert(octets: Uint8Array): boolean {
  const end = ((octets[0] ?? 0) & 0x0f) * 4;
  let at = 20;
  while (at < end) {
    const option = octets[at] ?? 0;
    if (option === 0) return false;
    if (option === 1) {
      at += 1;
      continue;
    }
    const length = octets[at + 1] ?? 0;
    if (length < 2 || at + length > end) return false;
    if (option === ROUTER_ALERT) return length === 4;
    at += length;
  }
  return false;
}

/** Writes a message as a frame; `values` are said in queries of version 3. */
export function buildIgmp(
  message: MembershipMessage,
  sender: MessageSender,
  values: QuerierValues = { robustness: 2, interval: 125_000 },
): Uint8Array {
  const [destination, payload] = bodyOf(message, values);
  putUint16(payload, 2, 0);
  putUint16(payload, 2, internetChecksum(payload));
  const packet = new Uint8Array(24 + payload.length);
  packet.set([0x46, 0xc0]);
  putUint16(packet, 2, packet.length);
  packet.set([1, IGMP], 8);
  putIpv4(packet, 12, sender.address);
  putIpv4(packet, 16, destination);
  packet.set([ROUTER_ALERT, 4, 0, 0], 20);
  putUint16(packet, 10, internetChecksum(packet.subarray(0, 24)));
  packet.set(payload, 24);
  return buildEthernet({
    destination: macOfIpv4Group(destination),
    source: sender.mac,
    etherType: EtherType.ipv4,
    payload: packet,
  });
}

function bodyOf(message: MembershipMessage, values: QuerierValues): [destination: string, payload: Uint8Array] {
  switch (message.kind) {
    case 'query': {
      const octets = new Uint8Array(message.version === 3 ? 12 : HEADER);
      octets[0] = Type.query;
      const tenths = message.maxResponse / TENTH;
      if (message.version === 2) octets[1] = Math.max(1, Math.min(255, tenths));
      if (message.version === 3) {
        octets[1] = encodeTime(tenths, 4);
        octets[8] = (message.suppress ? 0x08 : 0) | (values.robustness > 7 ? 0 : values.robustness);
        octets[9] = encodeTime(values.interval / 1000, 4);
      }
      if (message.group !== undefined) putIpv4(octets, 4, message.group);
      return [message.group ?? ALL_HOSTS, octets];
    }
    case 'report':
      return [message.group, plain(message.version === 1 ? Type.report1 : Type.report2, message.group)];
    case 'leave':
      return [ALL_ROUTERS, plain(Type.leave, message.group)];
    case 'records':
      return [ALL_IGMPV3_ROUTERS, writeGroupRecords(Type.report3, message.records, addresses)];
  }
}

function plain(type: number, group: string): Uint8Array {
  const octets = new Uint8Array(HEADER);
  octets[0] = type;
  putIpv4(octets, 4, group);
  return octets;
}
