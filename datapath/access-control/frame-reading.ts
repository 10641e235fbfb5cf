import { accessFieldBits, type ChunkBase, type NamedField } from '../../model/access-control/access-rule.ts';
import { uint16At, wordAt } from '../../protocols/frames/addresses.ts';
import { innerTypePlaceOf } from '../../protocols/frames/carried-packet.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';

const names = Object.keys(accessFieldBits) as readonly NamedField[];

/** The bit of a field in `FrameReading.present`, and its first word of 32 bits; the highest bits come first. */
interface Place {
  readonly bit: number;
  readonly first: number;
  readonly words: number;
}

const places = new Map<NamedField, Place>();
let wordCount = 0;
for (const [at, name] of names.entries()) {
  const words = Math.ceil(accessFieldBits[name] / 32);
  places.set(name, { bit: 1 << at, first: wordCount, words });
  wordCount += words;
}

/** Where a field is in a reading, and the bit that says that it is there. */
export function place(name: NamedField): Place {
  const found = places.get(name);
  if (!found) throw new RangeError(`There is no field ${name}.`);
  return found;
}

const at = Object.fromEntries(names.map((name) => [name, place(name).first])) as Readonly<Record<NamedField, number>>;
const has = (...of: readonly NamedField[]) => of.reduce((bits, name) => bits | place(name).bit, 0);

const ALWAYS = has('vlan', 'priority', 'destination', 'source', 'etherType');
const OF_IPV4 = has('ipv4Source', 'ipv4Destination', 'dscp', 'ipProtocol');
const OF_IPV6 = has('ipv6Source', 'ipv6Destination', 'trafficClass', 'flowLabel', 'ipProtocol');
const OF_TCP = has('sourcePort', 'destinationPort', 'tcpFlags');
const OF_UDP = has('sourcePort', 'destinationPort');
const OF_ICMP = has('icmpType', 'icmpCode');
const OF_IGMP = has('igmpType');

const Protocol = {
  hopByHop: 0,
  icmp: 1,
  igmp: 2,
  tcp: 6,
  udp: 17,
  routing: 43,
  fragment: 44,
  authentication: 51,
} as const;
const ICMPV6 = 58;
const DESTINATION_OPTIONS = 60;
const FRAGMENT_OFFSET = 0x1fff;
const TCP_HEADER = 20;
const UDP_HEADER = 8;
const ICMP_HEADER = 8;
const NOWHERE = -1;

/**
 * A frame as the rules of an access control list see it, in words that can be compared without allocating. One object
 * reads frame after frame; its values are valid until the next one. `typePlace` says where the type of a frame's
 * content is: behind up to two tags by default.
 */
export class FrameReading {
  /** The fields, one behind another; those that the frame does not have hold anything. */
  readonly words = new Int32Array(wordCount);
  /** One bit for each field that the frame has. */
  present = 0;
  /** Whether the frame carries a fragment of an IP packet that is not its first. */
  isLaterFragment = false;
  #frame: Uint8Array = new Uint8Array(0);
  #network = NOWHERE;
  #transport = NOWHERE;
  readonly #typePlace: (frame: Uint8Array) => number;

  constructor(typePlace: (frame: Uint8Array) => number = innerTypePlaceOf) {
    this.#typePlace = typePlace;
  }

  /** Reads a frame as received; `priority` is what an untagged one was given. */
  read(frame: Uint8Array, vlan: number, priority: number): void {
    const { words } = this;
    const tagged = isTagged(frame);
    this.#frame = frame;
    this.present = ALWAYS;
    this.isLaterFragment = false;
    this.#network = NOWHERE;
    this.#transport = NOWHERE;
    words[at.vlan] = vlan;
    words[at.priority] = tagged ? uint16At(frame, 14) >>> 13 : priority;
    words[at.destination] = uint16At(frame, 0);
    words[at.destination + 1] = wordAt(frame, 2);
    words[at.source] = uint16At(frame, 6);
    words[at.source + 1] = wordAt(frame, 8);
    this.#readPayload();
  }

  /** The four octets of a chunk; undefined where the frame ends before, or has no such base. */
  chunk(base: ChunkBase, offset: number): number | undefined {
    const begin = base === 'l2' ? 0 : base === 'l3' ? this.#network : this.#transport;
    const from = begin + offset;
    return begin === NOWHERE || from + 4 > this.#frame.length ? undefined : wordAt(this.#frame, from);
  }

  /** Whether the frame has a field, whatever it holds. */
  hasField(name: NamedField): boolean {
    return (this.present & place(name).bit) !== 0;
  }

  /** The value of a field of 32 bits at most; undefined where the frame does not have it. */
  value(name: NamedField): number | undefined {
    return this.hasField(name) ? this.words[at[name]] : undefined;
  }

  /** Position of the IPv4 or IPv6 header whose DSCP can be rewritten; undefined if there is no complete one. */
  get differentiated(): { readonly at: number; readonly version: 4 | 6 } | undefined {
    const isPacket = (this.present & place('ipProtocol').bit) !== 0 && this.words[at.ipProtocol] !== 0;
    if (!isPacket) return undefined;
    return { at: this.#network, version: (this.present & place('dscp').bit) === 0 ? 6 : 4 };
  }

  #readPayload(): void {
    const place = this.#typePlace(this.#frame);
    const type = uint16At(this.#frame, place);
    this.words[at.etherType] = type;
    const network = place + 2;
    if (type === EtherType.arp) this.#network = network;
    else if (type === EtherType.ipv4) this.#readIpv4(network);
    else if (type === EtherType.ipv6) this.#readIpv6(network);
  }

  #readIpv4(network: number): void {
    const { words } = this;
    const frame = this.#frame;
    this.#network = network;
    this.present |= OF_IPV4;
    const header = ((frame[network] ?? 0) & 0x0f) * 4;
    const length = uint16At(frame, network + 2);
    const room = frame.length - network;
    const isWhole = room >= 20 && header >= 20 && header <= length && length <= room;
    words[at.ipv4Source] = isWhole ? wordAt(frame, network + 12) : 0;
    words[at.ipv4Destination] = isWhole ? wordAt(frame, network + 16) : 0;
    words[at.dscp] = isWhole ? (frame[network + 1] ?? 0) >>> 2 : 0;
    const protocol = isWhole ? (frame[network + 9] ?? 0) : 0;
    words[at.ipProtocol] = protocol;
    this.isLaterFragment = isWhole && (uint16At(frame, network + 6) & FRAGMENT_OFFSET) !== 0;
    if (!isWhole || this.isLaterFragment) return;
    this.#transport = network + header;
    this.#readTransport(protocol, length - header, Protocol.icmp);
  }

  #readIpv6(network: number): void {
    const { words } = this;
    const frame = this.#frame;
    this.#network = network;
    this.present |= OF_IPV6;
    const end = network + 40 + uint16At(frame, network + 4);
    const isWhole = end <= frame.length;
    for (let word = 0; word < 4; word += 1) {
      words[at.ipv6Source + word] = isWhole ? wordAt(frame, network + 8 + word * 4) : 0;
      words[at.ipv6Destination + word] = isWhole ? wordAt(frame, network + 24 + word * 4) : 0;
    }
    const upper = isWhole ? upperLayer(frame, network, end) : undefined;
    const first = upper ? wordAt(frame, network) : 0;
    words[at.trafficClass] = (first >>> 20) & 0xff;
    words[at.flowLabel] = first & 0xf_ffff;
    words[at.ipProtocol] = upper?.protocol ?? 0;
    this.isLaterFragment = upper?.isLater === true;
    if (!upper || upper.isLater) return;
    this.#transport = upper.at;
    this.#readTransport(upper.protocol, end - upper.at, ICMPV6);
  }

  #readTransport(protocol: number, room: number, icmp: number): void {
    if (protocol === Protocol.tcp) {
      this.present |= OF_TCP;
      this.#readPorts(room >= TCP_HEADER);
      this.words[at.tcpFlags] = room >= TCP_HEADER ? (this.#frame[this.#transport + 13] ?? 0) & 0x3f : 0;
    } else if (protocol === Protocol.udp) {
      this.present |= OF_UDP;
      this.#readPorts(room >= UDP_HEADER);
    } else if (protocol === icmp) {
      this.present |= OF_ICMP;
      this.words[at.icmpType] = room >= ICMP_HEADER ? (this.#frame[this.#transport] ?? 0) : 0;
      this.words[at.icmpCode] = room >= ICMP_HEADER ? (this.#frame[this.#transport + 1] ?? 0) : 0;
    } else if (protocol === Protocol.igmp && icmp === Protocol.icmp) {
      this.present |= OF_IGMP;
      this.words[at.igmpType] = room >= 8 ? (this.#frame[this.#transport] ?? 0) : 0;
    }
  }

  #readPorts(isWhole: boolean): void {
    this.words[at.sourcePort] = isWhole ? uint16At(this.#frame, this.#transport) : 0;
    this.words[at.destinationPort] = isWhole ? uint16At(this.#frame, this.#transport + 2) : 0;
  }
}

/**
 * The content behind the extension headers of the IPv6 packet at `network`, which ends at `end` (RFC 8200 4): its
 * protocol, that of fragments for a later one, and where it begins. Undefined if the headers are broken.
 */
function upperLayer(
  frame: Uint8Array,
  network: number,
  end: number,
): { readonly protocol: number; readonly at: number; readonly isLater: boolean } | undefined {
  let protocol = frame[network + 6] ?? 0;
  let from = network + 40;
  for (;;) {
    const isOptions =
      protocol === Protocol.hopByHop || protocol === Protocol.routing || protocol === DESTINATION_OPTIONS;
    if (!isOptions && protocol !== Protocol.fragment && protocol !== Protocol.authentication) {
      return { protocol, at: from, isLater: false };
    }
    if (end - from < 8) return undefined;
    const units = frame[from + 1] ?? 0;
    if (protocol === Protocol.fragment && (uint16At(frame, from + 2) & 0xfff8) !== 0) {
      return { protocol, at: from, isLater: true };
    }
    const length = isOptions ? (units + 1) * 8 : protocol === Protocol.authentication ? (units + 2) * 4 : 8;
    if (end - from < length) return undefined;
    protocol = frame[from] ?? 0;
    from += length;
  }
}
