import { type Packet, segmentOf } from './packet.ts';

const URG = 32;
const ACK = 16;
const PSH = 8;
const SYN = 2;
const FIN = 1;
const ICMP = 1;
const ICMPV6 = 58;
const TCP = 6;
const UDP = 17;
const TCP_HEADER = 20;

/** Attack shapes by their number (docs/specification/security.md, "Denial of Service"). */
const shapes: Readonly<Record<number, (packet: Packet) => boolean>> = {
  /** Land. */
  1: ({ ip }) => ip !== undefined && ip.source === ip.destination,
  /** Blat. */
  2: (packet) => {
    const segment = [TCP, UDP].includes(packet.ip?.protocol ?? 0) ? segmentOf(packet) : undefined;
    return segment !== undefined && segment.sourcePort === segment.destinationPort;
  },
  /** Smurf. */
  3: (packet) =>
    packet.ip?.version === 4 &&
    packet.ip.protocol === ICMP &&
    packet.ip.destination === 0xffffffffn &&
    segmentOf(packet)?.type === 8,
  /** TCP null scan. */
  4: (packet) => flagsOf(packet) === 0,
  /** TCP Xmas scan. */
  5: (packet) => has(packet, FIN | URG | PSH),
  /** TCP SYN and FIN. */
  6: (packet) => has(packet, SYN | FIN),
  /** TCP SYN from a low port. */
  7: (packet) => has(packet, SYN) && !has(packet, ACK) && (segmentOf(packet)?.sourcePort ?? 1024) < 1024,
  /** Ping of death. */
  8: ({ ip }) => ip !== undefined && isIcmp(ip) && ip.isFragment && ip.offset + (ip.end - ip.payload) > 65_535,
  /** TCP tiny fragment (RFC 1858). */
  9: ({ ip }) =>
    ip?.protocol === TCP && ip.isFragment && (ip.offset === 8 || (ip.offset === 0 && ip.end - ip.payload < TCP_HEADER)),
};

function isIcmp({ version, protocol }: NonNullable<Packet['ip']>): boolean {
  return protocol === (version === 4 ? ICMP : ICMPV6);
}

function flagsOf(packet: Packet): number | undefined {
  return packet.ip?.protocol === TCP ? segmentOf(packet)?.flags : undefined;
}

function has(packet: Packet, flags: number): boolean {
  return ((flagsOf(packet) ?? 0) & flags) === flags;
}

/** Whether a frame has the shape of one of these attacks. */
export function isAttack(packet: Packet, kinds: readonly number[]): boolean {
  return kinds.some((kind) => shapes[kind]?.(packet));
}
