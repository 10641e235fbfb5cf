/** A tag of IEEE 802.1Q clause 9. */
export interface Tag {
  /** 0x8100 for a C-tag, 0x88A8 for an S-tag. */
  readonly type: number;
  readonly priority: number;
  readonly dropEligible: boolean;
  readonly vid: number;
}

/** What the header of an IP packet says. */
export interface IpHeader {
  readonly version: 4 | 6;
  readonly source: bigint;
  readonly destination: bigint;
  /** TOS or traffic class, all eight bits. */
  readonly trafficClass: number;
  readonly flowLabel: number;
  /** Of the header behind all extension headers; undefined where they are broken. */
  readonly protocol: number | undefined;
  /** Of a fragment, in octets. */
  readonly offset: number;
  readonly isFragment: boolean;
  /** Where the payload begins and ends, in octets of the frame. */
  readonly payload: number;
  readonly end: number;
}

/** A frame as stations and the reference see it: addresses, tags, type, packet. */
export interface Packet {
  readonly octets: Uint8Array;
  readonly destination: string;
  readonly source: string;
  /** Outermost first; two at most are looked behind. */
  readonly tags: readonly Tag[];
  /** The EtherType behind the tags, also of SNAP (RFC 1042); undefined if there is a length. */
  readonly type: number | undefined;
  /** How the type is encoded there, and DSAP and SSAP of a frame without one. */
  readonly framing: 'ethernet' | 'snap' | 'llc';
  readonly llc: number | undefined;
  /** Where the payload of the type begins. */
  readonly at: number;
  /** Undefined where it is none, or its header is broken. */
  readonly ip: IpHeader | undefined;
}

export const C_TAG = 0x8100;
export const S_TAG = 0x88a8;
const TAGS = 2;

/** The number in `count` octets from `at` on; octets beyond the end count as 0. */
export function numberAt(octets: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) value = value * 256 + (octets[index] ?? 0);
  return value;
}

function wideAt(octets: Uint8Array, at: number, count: number): bigint {
  let value = 0n;
  for (let index = at; index < at + count; index += 1) value = value * 256n + BigInt(octets[index] ?? 0);
  return value;
}

/** The ones' complement sum of octets (RFC 1071): 0xffff over what carries its own checksum. */
export function sumOf(octets: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < octets.length; at += 2) sum += numberAt(octets, at, 2);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum;
}

const inHex = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0').toUpperCase());

/** The address of six octets, as calls have it. */
export function addressAt(octets: Uint8Array, at: number): string {
  let text = '';
  for (const octet of octets.subarray(at, at + 6)) text += `${text === '' ? '' : '-'}${inHex[octet]}`;
  return text;
}

/** Reads a frame without FCS. */
export function read(octets: Uint8Array): Packet {
  const tags: Tag[] = [];
  let at = 12;
  while (tags.length < TAGS && [C_TAG, S_TAG].includes(numberAt(octets, at, 2)) && at + 6 <= octets.length) {
    const control = numberAt(octets, at + 2, 2);
    tags.push({
      type: numberAt(octets, at, 2),
      priority: control >> 13,
      dropEligible: (control & 0x1000) !== 0,
      vid: control & 0xfff,
    });
    at += 4;
  }
  const said = numberAt(octets, at, 2);
  let type: number | undefined = said >= 0x600 ? said : undefined;
  let framing: Packet['framing'] = type === undefined ? 'llc' : 'ethernet';
  at += 2;
  const llc = type === undefined ? numberAt(octets, at, 2) : undefined;
  const isSnap = type === undefined && wideAt(octets, at, 6) === 0xaaaa03000000n;
  if (isSnap && numberAt(octets, at + 6, 2) >= 0x600) {
    type = numberAt(octets, at + 6, 2);
    framing = 'snap';
    at += 8;
  }
  const ip = type === 0x0800 ? readIpv4(octets, at) : type === 0x86dd ? readIpv6(octets, at) : undefined;
  return { octets, destination: addressAt(octets, 0), source: addressAt(octets, 6), tags, type, framing, llc, at, ip };
}

/** RFC 791; undefined where lengths cannot be. The type in front says the version: hosts drop what contradicts it. */
function readIpv4(octets: Uint8Array, at: number): IpHeader | undefined {
  const first = octets[at] ?? 0;
  const length = (first & 15) * 4;
  const total = numberAt(octets, at + 2, 2);
  const cannotBe = length < 20 || total < length || at + total > octets.length;
  if (cannotBe) return undefined;
  const fragment = numberAt(octets, at + 6, 2);
  return {
    version: 4,
    source: wideAt(octets, at + 12, 4),
    destination: wideAt(octets, at + 16, 4),
    trafficClass: octets[at + 1] ?? 0,
    flowLabel: 0,
    protocol: octets[at + 9] ?? 0,
    offset: (fragment & 0x1fff) * 8,
    isFragment: (fragment & 0x3fff) !== 0,
    payload: at + length,
    end: at + total,
  };
}

/** RFC 8200, with hop-by-hop, routing, destination, fragment and authentication headers. */
function readIpv6(octets: Uint8Array, at: number): IpHeader | undefined {
  const end = at + 40 + numberAt(octets, at + 4, 2);
  if (end > octets.length) return undefined;
  let protocol: number | undefined = octets[at + 6] ?? 0;
  let payload = at + 40;
  let offset = 0;
  let isFragment = false;
  while (protocol !== undefined && offset === 0 && [0, 43, 44, 51, 60].includes(protocol)) {
    const units = octets[payload + 1] ?? 0;
    const length = protocol === 44 ? 8 : protocol === 51 ? (units + 2) * 4 : (units + 1) * 8;
    if (payload + length > end) {
      protocol = undefined;
      break;
    }
    if (protocol === 44) {
      offset = numberAt(octets, payload + 2, 2) & 0xfff8;
      isFragment = true;
    }
    protocol = octets[payload] ?? 0;
    payload += length;
  }
  return {
    version: 6,
    source: wideAt(octets, at + 8, 16),
    destination: wideAt(octets, at + 24, 16),
    trafficClass: (numberAt(octets, at, 2) >> 4) & 0xff,
    flowLabel: numberAt(octets, at, 4) & 0xfffff,
    protocol,
    offset,
    isFragment,
    payload,
    end,
  };
}

/** What the first segment of a packet says; undefined of later fragments and of what is cut off within its header. */
export interface Segment {
  readonly sourcePort: number;
  readonly destinationPort: number;
  /** URG 32, ACK 16, PSH 8, RST 4, SYN 2, FIN 1. */
  readonly flags: number;
  /** Of ICMP and IGMP. */
  readonly type: number;
  readonly code: number;
}

/** Octets that a header has at least, by protocol. */
const SHORTEST: Readonly<Record<number, number>> = { 1: 8, 2: 8, 6: 20, 17: 8, 58: 8 };

/** The header behind that of IP. */
export function segmentOf({ octets, ip }: Packet): Segment | undefined {
  if (!ip || ip.offset > 0 || ip.protocol === undefined) return undefined;
  const shortest = SHORTEST[ip.protocol];
  if (shortest === undefined || ip.payload + shortest > ip.end) return undefined;
  const at = ip.payload;
  return {
    sourcePort: numberAt(octets, at, 2),
    destinationPort: numberAt(octets, at + 2, 2),
    flags: ip.protocol === 6 ? (octets[at + 13] ?? 0) & 63 : 0,
    type: octets[at] ?? 0,
    code: octets[at + 1] ?? 0,
  };
}

/** The frame with another outermost C-tag, or none. */
export function withTag(packet: Packet, tag: Omit<Tag, 'type'> | undefined): Uint8Array {
  const [outer] = packet.tags;
  const rest = packet.octets.subarray(outer?.type === C_TAG ? 16 : 12);
  const control = tag && (tag.priority << 13) | (tag.dropEligible ? 0x1000 : 0) | tag.vid;
  const inserted = control === undefined ? [] : [C_TAG >> 8, C_TAG & 255, control >> 8, control & 255];
  return Uint8Array.from([...packet.octets.subarray(0, 12), ...inserted, ...rest]);
}

/** The frame with other bits of its traffic class, its checksum right again if it was. */
export function withTrafficClass(packet: Packet, bits: number, mask: number): Packet {
  const { ip, at } = packet;
  if (!ip) return packet;
  const octets = packet.octets.slice();
  const now = (ip.trafficClass & ~mask) | (bits & mask);
  if (ip.version === 6) {
    octets[at] = ((octets[at] ?? 0) & 0xf0) | (now >> 4);
    octets[at + 1] = ((now & 15) << 4) | ((octets[at + 1] ?? 0) & 15);
    return read(octets);
  }
  const before = numberAt(octets, at, 2);
  octets[at + 1] = now;
  // RFC 1624: the checksum follows from the one before, so that a wrong one stays wrong.
  let sum = (~numberAt(octets, at + 10, 2) & 0xffff) + (~before & 0xffff) + numberAt(octets, at, 2);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  octets[at + 10] = (~sum & 0xffff) >> 8;
  octets[at + 11] = ~sum & 255;
  return read(octets);
}
