import { numberAt, type Packet, sumOf } from './packet.ts';

/** What a host or a router says of groups. */
export interface Message {
  readonly kind: 'query' | 'report' | 'leave';
  /** Undefined where all are asked for. */
  readonly group: bigint | undefined;
  readonly source: bigint;
  /** Of version 1, whose hosts cannot say that they leave. */
  readonly isOldest: boolean;
}

/** What IGMP (RFC 2236) and MLD (RFC 2710) have of their own. */
export interface Family {
  readonly version: 4 | 6;
  /** What names of its settings begin with. */
  readonly prefix: 'igs' | 'mlds';
  readonly fastLeave: string;
  read(packet: Packet): Message | undefined;
  isMessage(packet: Packet): boolean;
  /** The address that frames of a group go to. */
  macOf(group: bigint): bigint;
  staysOnLink(group: bigint): boolean;
}

const IGMP = 2;
const ICMPV6 = 58;
const ALL_HOSTS = 0xe0000001n;
const ALL_ROUTERS = 0xe0000002n;
const ALL_NODES = (0xff02n << 112n) + 1n;
const ALL_IPV6_ROUTERS = (0xff02n << 112n) + 2n;
const ROUTER_ALERT = 0x94040000;

export const igmp: Family = {
  version: 4,
  prefix: 'igs',
  fastLeave: 'igsFastLeave',
  isMessage: ({ ip }) => ip?.version === 4 && ip.protocol === IGMP && ip.offset === 0,
  macOf: (group) => 0x01005e000000n | (group & 0x7fffffn),
  staysOnLink: (group) => group >> 8n === 0xe00000n,
  read({ octets, ip, at, framing }) {
    if (!ip || framing !== 'ethernet' || ip.isFragment || octets[at + 8] !== 1 || ip.end - ip.payload < 8)
      return undefined;
    const isSound = [octets.subarray(at, ip.payload), octets.subarray(ip.payload, ip.end)].every(
      (one) => sumOf(one) === 0xffff,
    );
    if (!isSound || ip.end - ip.payload !== 8) return undefined;
    const alerts = ip.payload - at === 24 && numberAt(octets, at + 20, 4) === ROUTER_ALERT;
    const type = octets[ip.payload] ?? 0;
    const group = ipv4Number(numberAt(octets, ip.payload + 4, 4));
    const { source, destination } = ip;
    const concerns = group >> 28n === 14n && destination === group;
    const said = (kind: Message['kind'], isOldest = false) => ({ kind, group, source, isOldest });
    if (type === 0x12) return concerns ? said('report', true) : undefined;
    if (!alerts) return undefined;
    if (type === 0x16) return concerns ? said('report') : undefined;
    if (type === 0x17) return group >> 28n === 14n && destination === ALL_ROUTERS ? said('leave') : undefined;
    const isGeneral = type === 0x11 && group === 0n && destination === ALL_HOSTS;
    return isGeneral ? { ...said('query'), group: undefined } : undefined;
  },
};

export const mld: Family = {
  version: 6,
  prefix: 'mlds',
  fastLeave: 'mldsFastDone',
  isMessage({ octets, ip }) {
    if (ip?.version !== 6 || ip.protocol !== ICMPV6 || ip.offset > 0 || ip.payload + 8 > ip.end) return false;
    return [130, 131, 132, 143].includes(octets[ip.payload] ?? 0);
  },
  macOf: (group) => 0x333300000000n | (group & 0xffffffffn),
  staysOnLink: (group) => (group >> 112n) % 16n <= 2n,
  read({ octets, ip, at, framing }) {
    if (!ip || framing !== 'ethernet' || ip.isFragment || octets[at + 7] !== 1 || ip.end - ip.payload !== 24)
      return undefined;
    // A hop-by-hop header with the router alert (RFC 2711) and nothing else, then ICMPv6.
    const alerts = octets[at + 6] === 0 && ip.payload === at + 48 && numberAt(octets, at + 42, 4) === 0x05020000;
    const body = octets.subarray(ip.payload, ip.end);
    const pseudo = [...octets.subarray(at + 8, at + 40), 0, 0, 0, body.length, 0, 0, 0, ICMPV6];
    if (!alerts || sumOf(Uint8Array.from([...pseudo, ...body])) !== 0xffff) return undefined;
    const isLinkLocal = ip.source >> 118n === 0x3fan;
    const group = ipv6Number(body.subarray(8, 24));
    const { source, destination } = ip;
    const said = (kind: Message['kind']) => ({ kind, group, source, isOldest: false });
    const isGroup = group >> 120n === 255n;
    if (!isLinkLocal && (source !== 0n || body[0] === 130)) return undefined;
    if (body[0] === 131) return isGroup && destination === group ? said('report') : undefined;
    if (body[0] === 132) return isGroup && destination === ALL_IPV6_ROUTERS ? said('leave') : undefined;
    const isGeneral = body[0] === 130 && group === 0n && destination === ALL_NODES;
    return isGeneral ? { ...said('query'), group: undefined } : undefined;
  },
};

function ipv4Number(value: number): bigint {
  return BigInt(value);
}

function ipv6Number(octets: Uint8Array): bigint {
  return octets.reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}
