const FIRST_CAPACITY = 256;

/** Writes big-endian numbers one after another into an array that grows. */
export class OctetWriter {
  #octets = new Uint8Array(FIRST_CAPACITY);
  #view = new DataView(this.#octets.buffer);
  #length = 0;

  /** Octets written so far. */
  get length(): number {
    return this.#length;
  }

  uint8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
    return this;
  }

  uint16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, value);
    return this;
  }

  uint32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, value);
    return this;
  }

  /** Writes `value`, which is not negative, in as many as 16 octets. */
  number(value: bigint, octets: number): this {
    const at = this.#grow(octets);
    if (octets === 8) this.#view.setBigUint64(at, value);
    else if (octets <= 6) this.#small(at, Number(value), octets);
    else {
      let rest = value;
      for (let end = at + octets - 1; end >= at; end -= 1, rest >>= 8n) this.#octets[end] = Number(rest & 0xffn);
    }
    return this;
  }

  /** Numbers of up to 48 bits need no big integers. */
  #small(at: number, value: number, octets: number): void {
    let rest = value;
    for (let end = at + octets - 1; end >= at; end -= 1, rest = Math.floor(rest / 256)) this.#octets[end] = rest % 256;
  }

  octets(octets: Uint8Array): this {
    const at = this.#grow(octets.length);
    this.#octets.set(octets, at);
    return this;
  }

  /** Writes `count` zeros. */
  zeros(count: number): this {
    this.#grow(count);
    return this;
  }

  /** Writes zeros until the length, counted from `start`, is a multiple of 8. */
  pad8(start = 0): this {
    return this.zeros(-(this.#length - start) & 7);
  }

  /** Overwrites two octets at `at` that are written already: lengths are known last. */
  patchUint16(at: number, value: number): this {
    this.#view.setUint16(at, value);
    return this;
  }

  /** Begins again with nothing written, in the same array: thousands of messages need not have one each. */
  restart(): this {
    this.#octets.fill(0, 0, this.#length);
    this.#length = 0;
    return this;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#octets.slice(0, this.#length);
  }

  #grow(by: number): number {
    const start = this.#length;
    this.#length += by;
    if (this.#length > this.#octets.length) {
      const larger = new Uint8Array(Math.max(this.#length, 2 * this.#octets.length));
      larger.set(this.#octets);
      this.#octets = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}
