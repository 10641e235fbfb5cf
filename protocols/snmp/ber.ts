/**
 * The octets are not a message that RFC 3417 section 8 allows; the text says what is wrong, only for tests and
 * counters.
 */
export class BerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BerError';
  }
}

/** Tags of the types that SNMP uses (RFC 2578 7.1, RFC 3417 8). */
export const Tag = {
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
} as const;

/** An object identifier as its arcs, each below 2^32. */
export type Arcs = readonly number[];

/** Arcs of an object identifier at most (RFC 2578 3.5). */
const ARCS_MAXIMUM = 128;

/** Reads BER with definite lengths, never beyond `end`. Every method throws a `BerError` if there is something else. */
export class BerReader {
  readonly octets: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(octets: Uint8Array, at = 0, end = octets.length) {
    this.octets = octets;
    this.#at = at;
    this.#end = end;
  }

  /** Start of the next element in `octets`. */
  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The tag of the next element, which stays there. */
  peek(): number {
    return this.#octet(this.#at);
  }

  /** Throws where anything is left. */
  end(): void {
    if (!this.isAtEnd) throw new BerError('more than there should be');
  }

  /** Enters an element of this tag; the returned reader reads its content, and this reader continues behind it. */
  enter(tag: number): BerReader {
    const { from, to } = this.#element(tag);
    return new BerReader(this.octets, from, to);
  }

  /** The content of an element of this tag, not copied. */
  content(tag: number): Uint8Array {
    const { from, to } = this.#element(tag);
    return this.octets.subarray(from, to);
  }

  /** A signed number of at most 32 bits. */
  integer(): number {
    const content = this.content(Tag.integer);
    if (content.length < 1 || content.length > 4) throw new BerError('an integer of a wrong length');
    return Number(BigInt.asIntN(content.length * 8, unsignedOf(content)));
  }

  /** A number from 0 to 2^32 - 1 under the tag given. */
  unsigned(tag: number): number {
    const content = this.content(tag);
    if (content.length < 1 || content.length > 5) throw new BerError('a number of a wrong length');
    // Some senders leave the leading zero of numbers from 2^31 away; four octets are read as they were meant.
    if (content.length === 5 && content[0] !== 0) throw new BerError('a number beyond 32 bits');
    return Number(unsignedOf(content));
  }

  /** A number from 0 to 2^64 - 1. */
  counter64(): bigint {
    const content = this.content(Tag.counter64);
    if (content.length < 1 || content.length > 9) throw new BerError('a counter of a wrong length');
    if (content.length === 9 && content[0] !== 0) throw new BerError('a counter beyond 64 bits');
    return unsignedOf(content);
  }

  null(tag: number = Tag.null): void {
    if (this.content(tag).length !== 0) throw new BerError('a null with content');
  }

  objectIdentifier(): number[] {
    const content = this.content(Tag.objectIdentifier);
    if (content.length === 0) throw new BerError('an empty object identifier');
    const arcs: number[] = [];
    let arc = 0;
    let isOpen = false;
    for (const octet of content) {
      if (!isOpen && octet === 0x80) throw new BerError('an arc with a leading zero');
      arc = arc * 128 + (octet & 0x7f);
      // Of the first two arcs, which share one number, the second may itself be as large as an arc can.
      if (arc >= 2 ** 32 + (arcs.length === 0 ? 80 : 0)) throw new BerError('an arc beyond 32 bits');
      isOpen = (octet & 0x80) !== 0;
      if (isOpen) continue;
      if (arcs.length === 0) {
        const first = Math.min(2, Math.floor(arc / 40));
        arcs.push(first, arc - first * 40);
      } else arcs.push(arc);
      if (arcs.length > ARCS_MAXIMUM) throw new BerError('too many arcs');
      arc = 0;
    }
    if (isOpen) throw new BerError('an arc without its end');
    return arcs;
  }

  #element(tag: number): { from: number; to: number } {
    if (this.#octet(this.#at) !== tag) throw new BerError(`tag ${this.#octet(this.#at)} in place of ${tag}`);
    let from = this.#at + 1;
    let length = this.#octet(from);
    from += 1;
    if (length >= 0x80) {
      const many = length & 0x7f;
      // Four octets name more than any message holds; none at all would be the indefinite form.
      if (many < 1 || many > 4) throw new BerError('a length of a wrong form');
      length = 0;
      for (let index = 0; index < many; index += 1) length = length * 256 + this.#octet(from + index);
      from += many;
    }
    const to = from + length;
    if (to > this.#end) throw new BerError('an element beyond its end');
    this.#at = to;
    return { from, to };
  }

  #octet(at: number): number {
    const octet = at < this.#end ? this.octets[at] : undefined;
    if (octet === undefined) throw new BerError('too short');
    return octet;
  }
}

function unsignedOf(content: Uint8Array): bigint {
  let number = 0n;
  for (const octet of content) number = (number << 8n) | BigInt(octet);
  return number;
}

/** Octets that an arc takes at most: 32 bits, and what is added for the first. */
const ARC_MAXIMUM = 5;

/**
 * Writes BER from its end to its beginning, so that every length is known when it is written: what comes last in the message is
 * written first. Costs one buffer, which grows.
 */
export class BerWriter {
  #octets = new Uint8Array(512);
  #at = 512;

  /** Octets written so far: hand one to `wrap` later to enclose all that is written in between. */
  get size(): number {
    return this.#octets.length - this.#at;
  }

  /** The written octets, in order; not copied. */
  finish(): Uint8Array {
    return this.#octets.subarray(this.#at);
  }

  /** Encloses what was written since `size` was `from`. */
  wrap(tag: number, from: number): void {
    this.#header(tag, this.size - from);
  }

  bytes(content: Uint8Array): void {
    this.#room(content.length);
    this.#at -= content.length;
    this.#octets.set(content, this.#at);
  }

  octetString(content: Uint8Array, tag: number = Tag.octetString): void {
    this.bytes(content);
    this.#header(tag, content.length);
  }

  /** A whole number that 64 bits hold, signed; two's complement in as few octets as it needs. */
  integer(given: number | bigint, tag: number = Tag.integer): void {
    const from = this.size;
    // Most 64-bit counters are small, and arithmetic of large numbers is slow.
    const value = given >= -(2 ** 31) && given < 2 ** 31 ? Number(given) : given;
    if (typeof value === 'number' && value >= -(2 ** 31) && value < 2 ** 31) {
      let rest = value;
      do {
        this.#octet(rest & 0xff);
        rest >>= 8;
      } while (rest !== 0 && rest !== -1);
      const isNegative = ((this.#octets[this.#at] ?? 0) & 0x80) !== 0;
      if (isNegative !== value < 0) this.#octet(value < 0 ? 0xff : 0);
    } else {
      let rest = BigInt(value);
      do {
        this.#octet(Number(rest & 0xffn));
        rest >>= 8n;
      } while (rest !== 0n && rest !== -1n);
      const isNegative = ((this.#octets[this.#at] ?? 0) & 0x80) !== 0;
      if (isNegative !== value < 0) this.#octet(value < 0 ? 0xff : 0);
    }
    this.#header(tag, this.size - from);
  }

  null(tag: number = Tag.null): void {
    this.#header(tag, 0);
  }

  /** Two arcs or more; throws where the first two name nothing. */
  objectIdentifier(arcs: Arcs): void {
    const first = arcs[0] ?? 0;
    const second = arcs[1] ?? 0;
    if (first > 2 || (first < 2 && second >= 40)) throw new BerError('no object identifier');
    const from = this.size;
    // Room once for all, as most of what is written are names.
    this.#room(ARC_MAXIMUM * arcs.length);
    for (let index = arcs.length - 1; index >= 2; index -= 1) this.#arc(arcs[index] ?? 0);
    this.#arc(first * 40 + second);
    this.#header(Tag.objectIdentifier, this.size - from);
  }

  /** Writes an arc, for which there is room. */
  #arc(arc: number): void {
    const octets = this.#octets;
    let at = this.#at - 1;
    octets[at] = arc & 0x7f;
    // Above 2^32 only where the second arc is added to 80.
    for (let rest = arc < 128 ? 0 : Math.floor(arc / 128); rest > 0; rest >>>= 7) {
      at -= 1;
      octets[at] = 0x80 | (rest & 0x7f);
    }
    this.#at = at;
  }

  #header(tag: number, length: number): void {
    if (length < 0x80) this.#octet(length);
    else {
      const from = this.size;
      for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) this.#octet(rest % 256);
      this.#octet(0x80 | (this.size - from));
    }
    this.#octet(tag);
  }

  #octet(octet: number): void {
    this.#room(1);
    this.#at -= 1;
    this.#octets[this.#at] = octet;
  }

  #room(length: number): void {
    if (length <= this.#at) return;
    const size = this.size;
    const octets = new Uint8Array(Math.max(2 * this.#octets.length, size + length));
    octets.set(this.#octets.subarray(this.#at), octets.length - size);
    this.#at = octets.length - size;
    this.#octets = octets;
  }
}
