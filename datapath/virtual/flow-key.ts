import { uint16At, wordAt } from '../../protocols/frames/addresses.ts';
import { EtherType, MINIMUM_LENGTH } from '../../protocols/frames/ethernet.ts';

/** How deep the stages in use look into a frame: at its addresses, tags and type, at the headers of its packet, or anywhere. */
export type FlowDepth = 'frame' | 'packet' | 'anywhere';

const FIRST_TYPE = 0x600;
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
/** Version 4 with a header of 20 octets. */
const PLAIN_IPV4 = 0x45;
/** The offset of a fragment, and whether more follow. */
const FRAGMENT = 0x3fff;
const TCP = 6;
const UDP = 17;
const ICMP = 1;
const ICMPV6 = 58;
const IGMP = 2;
/** Longest key of a packet in words: IPv6 addresses, first word, protocol, two words of the transport. */
const PACKET_WORDS = 12;
/** Extension headers of IPv6: hop-by-hop, routing, fragment, authentication, destination options. */
const EXTENSIONS: ReadonlySet<number> = new Set([0, 43, 44, 51, 60]);

/**
 * The properties by which the stages tell frames apart, as words: frames of one key at one port are treated alike as long as plan,
 * state and the rows of their addresses stay. One object reads frame after frame without allocating.
 */
export class FlowKey {
  /** Addresses. */
  a = 0;
  b = 0;
  c = 0;
  /** Tags and type; what is not there is 0. */
  d = 0;
  e = 0;
  f = 0;
  /** Number of words of `packet`; 0 if the packet makes no difference. */
  words = 0;
  readonly packet = new Int32Array(PACKET_WORDS);
  hash = 0;
  readonly #seed: number;

  /** `seed` goes into the hash: frames that share a place cannot be chosen from outside. */
  constructor(seed: number) {
    this.#seed = seed | 0;
  }

  /**
   * Reads a frame that arrived at a port, given by its number. False for a frame that has no key, since the stages look further than a key reaches:
   * short ones, those with a length instead of a type, fragments, IP options and extension headers, broken packets.
   */
  read(port: number, frame: Uint8Array, depth: FlowDepth, isArpSpecial: boolean): boolean {
    if (frame.length < MINIMUM_LENGTH || depth === 'anywhere') return false;
    this.a = wordAt(frame, 0);
    this.b = wordAt(frame, 4);
    this.c = wordAt(frame, 8);
    let first = wordAt(frame, 12);
    let type = first >>> 16;
    let place = 12;
    this.e = 0;
    this.f = 0;
    if (type !== EtherType.vlan && type !== EtherType.serviceTag) first = type;
    else {
      const second = wordAt(frame, 16);
      type = second >>> 16;
      place = 16;
      if (type !== EtherType.vlan && type !== EtherType.serviceTag) this.e = type;
      else {
        this.e = second;
        type = uint16At(frame, 20);
        place = 20;
        this.f = type;
      }
    }
    this.d = first;
    if (type < FIRST_TYPE || (isArpSpecial && type === EtherType.arp)) return false;
    let hash = mixed(this.#seed ^ port, this.a);
    hash = mixed(hash, this.b);
    hash = mixed(hash, this.c);
    hash = mixed(hash, this.d);
    hash = mixed(hash, this.e);
    this.words = 0;
    if (depth === 'packet') {
      if (type === EtherType.ipv4 && !this.#readIpv4(frame, place + 2)) return false;
      if (type === EtherType.ipv6 && !this.#readIpv6(frame, place + 2)) return false;
      for (let at = 0; at < this.words; at += 1) hash = mixed(hash, this.packet[at] ?? 0);
    }
    this.hash = hash;
    return true;
  }

  #readIpv4(frame: Uint8Array, network: number): boolean {
    const { packet } = this;
    const first = wordAt(frame, network);
    const length = first & 0xffff;
    if (first >>> 24 !== PLAIN_IPV4 || length < IPV4_HEADER || length > frame.length - network) return false;
    if ((uint16At(frame, network + 6) & FRAGMENT) !== 0) return false;
    const protocol = frame[network + 9] ?? 0;
    packet[0] = wordAt(frame, network + 12);
    packet[1] = wordAt(frame, network + 16);
    packet[2] = ((first >>> 16) & 0xff) | (protocol << 8);
    return this.#readTransport(frame, network + IPV4_HEADER, length - IPV4_HEADER, protocol, ICMP, 3);
  }

  #readIpv6(frame: Uint8Array, network: number): boolean {
    const { packet } = this;
    const length = uint16At(frame, network + 4);
    const protocol = frame[network + 6] ?? 0;
    if (network + IPV6_HEADER + length > frame.length || EXTENSIONS.has(protocol)) return false;
    packet[0] = wordAt(frame, network);
    packet[1] = protocol;
    for (let word = 0; word < 8; word += 1) packet[2 + word] = wordAt(frame, network + 8 + word * 4);
    return this.#readTransport(frame, network + IPV6_HEADER, length, protocol, ICMPV6, 10);
  }

  /** `room` are the octets of the packet behind its header; a transport header that is cut off has no key. */
  #readTransport(frame: Uint8Array, at: number, room: number, protocol: number, icmp: number, words: number): boolean {
    const { packet } = this;
    this.words = words;
    if (protocol === TCP) {
      if (room < 20) return false;
      packet[words] = wordAt(frame, at);
      packet[words + 1] = frame[at + 13] ?? 0;
      this.words = words + 2;
    } else if (protocol === UDP) {
      if (room < 8) return false;
      packet[words] = wordAt(frame, at);
      this.words = words + 1;
    } else if (protocol === icmp || protocol === IGMP) {
      if (room < 8) return false;
      packet[words] = uint16At(frame, at);
      this.words = words + 1;
    }
    return true;
  }
}

function mixed(hash: number, word: number): number {
  const step = Math.imul(hash ^ word, 0x9e37_79b1);
  return step ^ (step >>> 15);
}
