import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import { ipv6At, macAt, macNumberAt, macToNumber, putIpv6, putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';
import { buildEthernet, EtherType } from './ethernet.ts';
import { type RecordAddresses, readGroupRecords, writeGroupRecords } from './group-records.ts';
import { IpProtocol } from './ipv4.ts';
import {
  decodeTime,
  encodeTime,
  type HeardMessage,
  type MembershipMessage,
  type MessageSender,
  type QuerierValues,
} from './membership-message.ts';
import { pseudoHeader } from './pseudo-header.ts';
import { isTagged } from './vlan-tag.ts';

const Type = { query: 130, report1: 131, done: 132, report2: 143 } as const;
const HOP_BY_HOP = 0;
const PIM = 103;
const ALL_NODES = 'ff02::1';
const ALL_ROUTERS = 'ff02::2';
const ALL_PIM_ROUTERS = 'ff02::d';
const ALL_MLDV2_ROUTERS = 'ff02::16';
const PIM_HELLO = 0x20;
const HEADER = 40;
const OPTIONS = 8;
const BODY = 24;
const UNSPECIFIED = '::';

/** The ICMPv6 types of MLD (RFC 2710, RFC 3810). */
export const mldTypes: readonly number[] = Object.values(Type);

/** The MAC address of an IPv6 group (RFC 2464 7): its last four octets count. */
export function macOfIpv6Group(group: string): string {
  const octets = new Uint8Array(16);
  putIpv6(octets, 0, group);
  return macAt(new Uint8Array([0x33, 0x33, ...octets.subarray(12)]), 0);
}

function isGroup(address: string): boolean {
  return classOfIpv6(address) === Ipv6Class.multicast;
}

const addresses: RecordAddresses = { length: 16, at: ipv6At, put: putIpv6, isGroup };

/**
 * Reads an MLD message (RFC 2710, RFC 3810) or a PIM hello from a frame, behind one C-tag if there is one. Undefined where it
 * is none, or breaks a rule of its standard: checksum, lengths, a hop limit other than 1, no router alert, a source that is
 * not link-local (of reports it may be unspecified, RFC 3590), a destination that does not fit.
 */
export function parseMld(frame: Uint8Array): HeardMessage | undefined {
  const typeAt = isTagged(frame) ? 16 : 12;
  if (uint16At(frame, typeAt) !== EtherType.ipv6) return undefined;
  const octets = frame.subarray(typeAt + 2);
  const length = uint16At(octets, 4);
  if ((octets[0] ?? 0) >>> 4 !== 6 || octets.length < HEADER + length || octets[7] !== 1) return undefined;
  const source = ipv6At(octets, 8);
  const destination = ipv6At(octets, 24);
  if (!isGroup(destination)) return undefined;
  if (macNumberAt(frame, 0) !== macToNumber(macOfIpv6Group(destination))) return undefined;
  const linkLocal = classOfIpv6(source) === Ipv6Class.linkLocal;
  const packet = octets.subarray(HEADER, HEADER + length);
  const next = octets[6] ?? 0;
  if (next === PIM) {
    if (!linkLocal || destination !== ALL_PIM_ROUTERS || !isWhole(packet, source, destination, PIM)) return undefined;
    return packet.length >= 4 && packet[0] === PIM_HELLO ? { kind: 'router', source } : undefined;
  }
  if (next !== HOP_BY_HOP || packet[0] !== IpProtocol.icmpv6 || !hasRouterAlert(packet)) return undefined;
  const payload = packet.subarray(OPTIONS * (1 + (packet[1] ?? 0)));
  if (payload.length < 8 || !isWhole(payload, source, destination, IpProtocol.icmpv6)) return undefined;
  if (!linkLocal && (source !== UNSPECIFIED || payload[0] === Type.query)) return undefined;
  const message = messageIn(payload, destination);
  return message && { ...message, source };
}

type Unsigned<Message> = Message extends HeardMessage ? Omit<Message, 'source'> : never;

function messageIn(payload: Uint8Array, destination: string): Unsigned<HeardMessage> | undefined {
  const type = payload[0];
  if (type === Type.report2) {
    const records = destination === ALL_MLDV2_ROUTERS ? readGroupRecords(payload, addresses) : undefined;
    return records && { kind: 'records', records };
  }
  if (type !== Type.query && type !== Type.report1 && type !== Type.done) return { kind: 'unknown' };
  if (payload.length < BODY) return undefined;
  const group = ipv6At(payload, 8);
  if (type === Type.query) return queryIn(payload, destination, group);
  if (!isGroup(group) || destination !== (type === Type.done ? ALL_ROUTERS : group)) return undefined;
  return type === Type.done ? { kind: 'leave', group } : { kind: 'report', version: 1, group };
}

function queryIn(payload: Uint8Array, destination: string, asked: string): Unsigned<HeardMessage> | undefined {
  const group = asked === UNSPECIFIED ? undefined : asked;
  if (destination !== (group ?? ALL_NODES) || (group !== undefined && !isGroup(group))) return undefined;
  const code = uint16At(payload, 4);
  if (payload.length === BODY) {
    return { kind: 'query', version: 1, group, maxResponse: code, suppress: false, sources: 0 };
  }
  const sources = uint16At(payload, 26);
  if (payload.length < 28 + 16 * sources || (sources > 0 && group === undefined)) return undefined;
  const suppress = ((payload[24] ?? 0) & 0x08) !== 0;
  return { kind: 'query', version: 2, group, maxResponse: decodeTime(code, 12), suppress, sources };
}

/** Whether a hop-by-hop options header, and a whole one, says that the packet is for routers to look at (RFC 2711). */
function hasRouterAlert(packet: Uint8Array): boolean {
  const end = OPTIONS * (1 + (packet[1] ?? 0));
  if (packet.length < end) return false;
  let at = 2;
  while (at < end) {
    const option = packet[at] ?? 0;
    const length = option === 0 ? -1 : (packet[at + 1] ?? 0);
    if (option === 5) return length === 2 && uint16At(packet, at + 2) === 0;
    at += length + 2;
  }
  return false;
}

function isWhole(octets: Uint8Array, source: string, destination: string, protocol: number): boolean {
  return internetChecksum(octets, pseudoHeader(source, destination, protocol, octets.length)) === 0;
}

/** Writes a message as a frame; `values` are said in queries of version 2. */
export function buildMld(
  message: MembershipMessage,
  sender: MessageSender,
  values: QuerierValues = { robustness: 2, interval: 125_000 },
): Uint8Array {
  const [destination, payload] = bodyOf(message, values);
  const sum = pseudoHeader(sender.address, destination, IpProtocol.icmpv6, payload.length);
  putUint16(payload, 2, 0);
  putUint16(payload, 2, internetChecksum(payload, sum));
  const packet = new Uint8Array(HEADER + OPTIONS + payload.length);
  putUint16(packet, 0, 0x6000);
  putUint16(packet, 4, OPTIONS + payload.length);
  packet.set([HOP_BY_HOP, 1], 6);
  putIpv6(packet, 8, sender.address);
  putIpv6(packet, 24, destination);
  packet.set([IpProtocol.icmpv6, 0, 5, 2, 0, 0, 1, 0], HEADER);
  packet.set(payload, HEADER + OPTIONS);
  return buildEthernet({
    destination: macOfIpv6Group(destination),
    source: sender.mac,
    etherType: EtherType.ipv6,
    payload: packet,
  });
}

function bodyOf(message: MembershipMessage, values: QuerierValues): [destination: string, payload: Uint8Array] {
  switch (message.kind) {
    case 'query': {
      const octets = new Uint8Array(message.version === 2 ? 28 : BODY);
      octets[0] = Type.query;
      putUint16(octets, 4, message.version === 2 ? encodeTime(message.maxResponse, 12) : message.maxResponse);
      if (message.group !== undefined) putIpv6(octets, 8, message.group);
      if (message.version === 2) {
        octets[24] = (message.suppress ? 0x08 : 0) | (values.robustness > 7 ? 0 : values.robustness);
        octets[25] = encodeTime(values.interval / 1000, 4);
      }
      return [message.group ?? ALL_NODES, octets];
    }
    case 'report':
      return [message.group, plain(Type.report1, message.group)];
    case 'leave':
      return [ALL_ROUTERS, plain(Type.done, message.group)];
    case 'records':
      return [ALL_MLDV2_ROUTERS, writeGroupRecords(Type.report2, message.records, addresses)];
  }
}

function plain(type: number, group: string): Uint8Array {
  const octets = new Uint8Array(BODY);
  octets[0] = type;
  putIpv6(octets, 8, group);
  return octets;
}
