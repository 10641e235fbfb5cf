import { parseIpv4 } from '../model/values/ipv4.ts';
import { uint16At } from '../protocols/frames/addresses.ts';
import { innerTypePlaceOf, packetOf } from '../protocols/frames/carried-packet.ts';
import { type Attack, attacks } from './attack.ts';
import type { ForwardingPlan, InterfacePlan } from './plan.ts';

const TCP = 6;
const UDP = 17;
const ICMP = 1;
const ICMPV6 = 58;
const FRAGMENT = 44;
/** That of hop-by-hop options, which nothing is carried by. */
const NO_PROTOCOL = 0;
const ECHO_REQUEST = 8;
const TCP_HEADER = 20;
const UDP_HEADER = 8;
const ICMP_HEADER = 8;
const LONGEST_PACKET = 65_535;
const LIMITED_BROADCAST = 0xffff_ffff;
const Flag = { fin: 0x01, syn: 0x02, psh: 0x08, ack: 0x10, urg: 0x20, every: 0x3f } as const;

/** The parts of a packet that are examined. */
interface Packet {
  readonly source: Uint8Array;
  readonly destination: Uint8Array;
  /** Protocol of the fragments, also of later ones. */
  readonly protocol: number;
  /** Octets before it in its packet; undefined for a packet that is whole. */
  readonly offset: number | undefined;
  /** From the header of `protocol` on; empty where that is in another fragment. */
  readonly segment: Uint8Array;
  /** Its ports; 0 and 0 where it has none, or where they are in another fragment. */
  readonly sourcePort: number;
  readonly destinationPort: number;
  /** Octets that the fragment carries. */
  readonly carried: number;
}

/** The shape that a frame (as received) has of those that `plan` denies; undefined for none. */
export function attackOf(
  plan: Pick<ForwardingPlan, 'deniedAttacks' | 'interfaces'>,
  frame: Uint8Array,
): Attack | undefined {
  if (plan.deniedAttacks.size === 0) return undefined;
  const packet = readingOf(frame);
  if (!packet) return undefined;
  for (const attack of attacks) {
    if (plan.deniedAttacks.has(attack) && has[attack](packet, plan.interfaces)) return attack;
  }
  return undefined;
}

const has: Readonly<Record<Attack, (packet: Packet, interfaces: ForwardingPlan['interfaces']) => boolean>> = {
  land({ source, destination }) {
    let isNobody = true;
    for (let at = 0; at < source.length; at += 1) {
      if (source[at] !== destination[at]) return false;
      isNobody &&= source[at] === 0;
    }
    return !isNobody;
  },
  blat: ({ sourcePort, destinationPort }) => sourcePort === destinationPort && sourcePort !== 0,
  smurf({ protocol, source, destination, segment }, interfaces) {
    const isEcho =
      protocol === ICMP && source.length === 4 && segment.length >= ICMP_HEADER && segment[0] === ECHO_REQUEST;
    return isEcho && broadcastsOf(interfaces).has(uint16At(destination, 0) * 0x1_0000 + uint16At(destination, 2));
  },
  tcpNullScan: (packet) => flagsOf(packet, Flag.every) === 0,
  tcpXmasScan: (packet) => flagsOf(packet, Flag.fin | Flag.urg | Flag.psh) === (Flag.fin | Flag.urg | Flag.psh),
  tcpSynFin: (packet) => flagsOf(packet, Flag.syn | Flag.fin) === (Flag.syn | Flag.fin),
  tcpSynSrcPortLess1024: (packet) => flagsOf(packet, Flag.syn | Flag.ack) === Flag.syn && packet.sourcePort < 1024,
  pingOfDeath: ({ protocol, source, offset, carried }) =>
    offset !== undefined && protocol === (source.length === 4 ? ICMP : ICMPV6) && offset + carried > LONGEST_PACKET,
  tcpTinyFragment: ({ protocol, offset, segment }) =>
    protocol === TCP && ((offset === 0 && segment.length < TCP_HEADER) || offset === 8),
};

/** The addresses that everybody in a subnet of the switch answers, and everybody's. */
export function broadcastsOf(interfaces: ReadonlyMap<number, InterfacePlan>): ReadonlySet<number> {
  const broadcasts = new Set([LIMITED_BROADCAST]);
  for (const { enabled, addresses } of interfaces.values()) {
    for (const { address, prefix } of enabled ? addresses : []) {
      const own = parseIpv4(address);
      const hosts = 2 ** (32 - prefix);
      if (own !== undefined && prefix < 31) broadcasts.add(own - (own % hosts) + hosts - 1);
    }
  }
  return broadcasts;
}

/** Those of `mask` of a segment's flags; undefined where it is none of TCP, or both its ports are 0. */
function flagsOf({ protocol, segment, sourcePort, destinationPort }: Packet, mask: number): number | undefined {
  if (protocol !== TCP || (sourcePort === 0 && destinationPort === 0)) return undefined;
  return (segment[13] ?? 0) & mask;
}

function packetOfParts(
  source: Uint8Array,
  destination: Uint8Array,
  protocol: number,
  offset: number | undefined,
  segment: Uint8Array,
  carried: number,
): Packet {
  const header = protocol === TCP ? TCP_HEADER : UDP_HEADER;
  const hasPorts = (protocol === TCP || protocol === UDP) && segment.length >= header;
  const sourcePort = hasPorts ? uint16At(segment, 0) : 0;
  const destinationPort = hasPorts ? uint16At(segment, 2) : 0;
  return { source, destination, protocol, offset, segment, carried, sourcePort, destinationPort };
}

/** Reads the packet that a frame carries, behind up to two tags; undefined for what is none, or is not whole. */
function readingOf(frame: Uint8Array): Packet | undefined {
  const packet = packetOf(frame, innerTypePlaceOf(frame));
  if (!packet) return undefined;
  return packet.version === 4 ? ipv4Packet(packet.octets) : ipv6Packet(packet.octets);
}

function ipv4Packet(octets: Uint8Array): Packet {
  const header = ((octets[0] ?? 0) & 0x0f) * 4;
  const fragment = uint16At(octets, 6);
  const offset = (fragment & 0x1fff) * 8;
  const isFragment = (fragment & 0x3fff) !== 0;
  const segment = octets.subarray(header);
  const [source, destination] = [octets.subarray(12, 16), octets.subarray(16, 20)];
  const seen = offset === 0 ? segment : NOTHING;
  return packetOfParts(source, destination, octets[9] ?? 0, isFragment ? offset : undefined, seen, segment.length);
}

const NOTHING = new Uint8Array();

/** Extension headers that say how long they are in units of 8 octets: hop-by-hop, routing, destination options. */
const LONG_HEADERS: ReadonlySet<number> = new Set([0, 43, 60]);
const AUTHENTICATION_HEADER = 51;

/** With broken extension headers, only the addresses of a packet are known. */
function ipv6Packet(octets: Uint8Array): Packet {
  const end = octets.length;
  const [source, destination] = [octets.subarray(8, 24), octets.subarray(24, 40)];
  const addressesAlone = packetOfParts(source, destination, NO_PROTOCOL, undefined, NOTHING, 0);
  let [protocol, at, offset]: [number, number, number | undefined] = [octets[6] ?? 0, 40, undefined];
  for (;;) {
    const isLong = LONG_HEADERS.has(protocol) || protocol === AUTHENTICATION_HEADER;
    if (!isLong && protocol !== FRAGMENT) break;
    if (end - at < 8) return addressesAlone;
    const next = octets[at] ?? 0;
    if (protocol === FRAGMENT) {
      const place = uint16At(octets, at + 2);
      offset = place & 0xfff8;
      at += 8;
      protocol = next;
      if (offset !== 0) {
        return packetOfParts(source, destination, protocol, offset, NOTHING, end - at);
      }
      continue;
    }
    const units = octets[at + 1] ?? 0;
    const length = protocol === AUTHENTICATION_HEADER ? (units + 2) * 4 : (units + 1) * 8;
    if (end - at < length) return addressesAlone;
    at += length;
    protocol = next;
  }
  return packetOfParts(source, destination, protocol, offset, octets.subarray(at), end - at);
}
