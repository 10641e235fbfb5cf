/** The longest JSON value accepted, in characters: far above any answer of OVSDB, far below what would exhaust memory. */
const LONGEST_VALUE = 64 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Splits a stream of JSON objects that follow one another without any framing (RFC 7047, section 4) by counting braces
 * outside of strings. Only white space is allowed between two objects.
 */
export class JsonStream {
  #text = '';
  #position = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Takes the next piece of the stream and returns the objects that it completes. Throws where the stream is not JSON. */
  push(chunk: string): unknown[] {
    this.#text += chunk;
    const values: unknown[] = [];
    let start = 0;
    for (; this.#position < this.#text.length; this.#position += 1) {
      if (!this.#step(this.#text.charCodeAt(this.#position))) continue;
      values.push(JSON.parse(this.#text.slice(start, this.#position + 1)));
      start = this.#position + 1;
    }
    this.#text = this.#text.slice(start);
    this.#position = this.#text.length;
    if (this.#depth === 0 && this.#text.trim() !== '')
      throw new Error('The stream holds something that is no JSON object.');
    if (this.#text.length > LONGEST_VALUE) throw new Error('The stream holds a JSON object that is too long.');
    return values;
  }

  /** Whether the character ends an object. */
  #step(character: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === BACKSLASH) this.#escaped = true;
      else if (character === QUOTE) this.#inString = false;
      return false;
    }
    if (character === QUOTE) this.#inString = true;
    else if (character === OPEN) this.#depth += 1;
    else if (character === CLOSE) {
      this.#depth -= 1;
      if (this.#depth < 0) throw new Error('The stream holds a closing brace too many.');
      return this.#depth === 0;
    }
    return false;
  }
}
