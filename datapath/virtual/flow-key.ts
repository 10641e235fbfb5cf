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
/** 2^32 by the golden ratio: neighbours become as far apart as can be. */
const SPREAD = 0x9e37_79b1;
/** Words of an IPv6 header's addresses. */
const IPV6_ADDRESS_WORDS = 8;
/** What no packet of IPv4 says of itself. */
const IS_IPV6 = 0x100;
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
  /** Headers of the packet, 0 if they make no difference: its class and protocol, its transport's ports, flags or type … */
  g = 0;
  h = 0;
  i = 0;
  /** … its addresses of IPv4, or the first word and … */
  j = 0;
  k = 0;
  /** … the addresses of IPv6, as many as `words`. */
  words = 0;
  readonly addresses = new Int32Array(IPV6_ADDRESS_WORDS);
  /** Of all of it, 32 bits; the upper ones are those to choose a place by. */
  hash = 0;
  readonly #factors: Factors;

  /** Frames that share a place cannot be chosen from outside if `random` (from 0 to less than 1) is unpredictable. */
  constructor(random: () => number) {
    this.#factors = factorsOf(random);
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
    this.g = 0;
    this.h = 0;
    this.i = 0;
    this.j = 0;
    this.k = 0;
    this.words = 0;
    if (depth === 'packet') {
      if (type === EtherType.ipv4 && !this.#readIpv4(frame, place + 2)) return false;
      if (type === EtherType.ipv6 && !this.#readIpv6(frame, place + 2)) return false;
    }
    const { whole, upper } = this.#factors;
    let hash = Math.imul(whole.port, port);
    hash += Math.imul(whole.a, this.a) + Math.imul(upper.a, this.a >>> 16);
    hash += Math.imul(whole.b, this.b) + Math.imul(upper.b, this.b >>> 16);
    hash += Math.imul(whole.c, this.c) + Math.imul(upper.c, this.c >>> 16);
    hash += Math.imul(whole.d, this.d) + Math.imul(upper.d, this.d >>> 16);
    hash += Math.imul(whole.e, this.e) + Math.imul(upper.e, this.e >>> 16);
    if (this.g !== 0) {
      hash += Math.imul(whole.g, this.g) + Math.imul(upper.g, this.g >>> 16);
      hash += Math.imul(whole.h, this.h) + Math.imul(upper.h, this.h >>> 16);
      hash += Math.imul(whole.j, this.j) + Math.imul(upper.j, this.j >>> 16);
      hash += Math.imul(whole.k, this.k) + Math.imul(upper.k, this.k >>> 16) + Math.imul(whole.i, this.i);
      for (let at = 0; at < this.words; at += 1) {
        const word = this.addresses[at] ?? 0;
        hash += Math.imul(whole.addresses[at] ?? 0, word) + Math.imul(upper.addresses[at] ?? 0, word >>> 16);
      }
    }
    const sum = hash | 0;
    // Sums of words that differ little differ little, too, if a factor happens to be small: their upper bits are not to be the same.
    this.hash = Math.imul(sum ^ (sum >>> 15), SPREAD);
    return true;
  }

  #readIpv4(frame: Uint8Array, network: number): boolean {
    const first = wordAt(frame, network);
    const length = first & 0xffff;
    if (first >>> 24 !== PLAIN_IPV4 || length < IPV4_HEADER || length > frame.length - network) return false;
    if ((uint16At(frame, network + 6) & FRAGMENT) !== 0) return false;
    const protocol = frame[network + 9] ?? 0;
    this.g = (first >>> 16) | (protocol << 16);
    this.j = wordAt(frame, network + 12);
    this.k = wordAt(frame, network + 16);
    return this.#readTransport(frame, network + IPV4_HEADER, length - IPV4_HEADER, protocol, ICMP);
  }

  #readIpv6(frame: Uint8Array, network: number): boolean {
    const { addresses } = this;
    const length = uint16At(frame, network + 4);
    const protocol = frame[network + 6] ?? 0;
    if (network + IPV6_HEADER + length > frame.length || EXTENSIONS.has(protocol)) return false;
    this.g = IS_IPV6 | protocol;
    this.j = wordAt(frame, network);
    this.words = IPV6_ADDRESS_WORDS;
    for (let at = 0; at < IPV6_ADDRESS_WORDS; at += 1) addresses[at] = wordAt(frame, network + 8 + at * 4);
    return this.#readTransport(frame, network + IPV6_HEADER, length, protocol, ICMPV6);
  }

  /** `room` are the octets of the packet behind its header; a transport header that is cut off has no key. */
  #readTransport(frame: Uint8Array, at: number, room: number, protocol: number, icmp: number): boolean {
    if (protocol === UDP) {
      if (room < 8) return false;
      this.h = wordAt(frame, at);
    } else if (protocol === TCP) {
      if (room < 20) return false;
      this.h = wordAt(frame, at);
      this.i = frame[at + 13] ?? 0;
    } else if (protocol === icmp || protocol === IGMP) {
      if (room < 8) return false;
      this.i = uint16At(frame, at);
    }
    return true;
  }
}

/** Random numbers, one for each word of a key. */
interface Words extends Readonly<Record<'port' | 'a' | 'b' | 'c' | 'd' | 'e' | 'g' | 'h' | 'i' | 'j' | 'k', number>> {
  readonly addresses: Int32Array;
}

/**
 * What the words of a key are multiplied by before they are added up: each whole word, and its upper half once more. Halves have factors
 * of their own by that, and keys that differ have upper bits in common as seldom as by chance (Dietzfelbinger 1996, "Universal
 * hashing and k-wise independent random variables via integer arithmetic without primes"). By one factor, the top bit of a word
 * would be the top bit of the product, whatever the factor: two words that differ in theirs would cancel each other out. None of
 * the products waits for another.
 */
interface Factors {
  readonly whole: Words;
  readonly upper: Words;
}

function factorsOf(random: () => number): Factors {
  return { whole: wordsOf(random), upper: wordsOf(random) };
}

function wordsOf(random: () => number): Words {
  const word = () => Math.floor(random() * 2 ** 32) | 1;
  return {
    port: word(),
    a: word(),
    b: word(),
    c: word(),
    d: word(),
    e: word(),
    g: word(),
    h: word(),
    i: word(),
    j: word(),
    k: word(),
    addresses: Int32Array.from({ length: IPV6_ADDRESS_WORDS }, word),
  };
}
