import { advanced, ahead } from './sequence.ts';

/** One part of the stream to be sent. */
export interface Outgoing {
  readonly sequence: number;
  readonly content: Uint8Array;
  readonly fin: boolean;
}

/**
 * Written and unacknowledged data, by sequence number. After a loss everything from the first missing octet is sent
 * again (go-back-N), which costs nothing on links that seldom lose.
 */
export class SendQueue {
  #content = new Uint8Array();
  /** The sequence number of the first octet in `#content`, of what is sent next, and behind what was ever sent. */
  #first: number;
  #next: number;
  #highest: number;
  #ends = false;
  #done = false;

  /** `first` is the sequence number of the first octet that will be written. */
  constructor(first: number) {
    this.#first = first;
    this.#next = first;
    this.#highest = first;
  }

  write(content: Uint8Array): void {
    const joined = new Uint8Array(this.#content.length + content.length);
    joined.set(this.#content);
    joined.set(content, this.#content.length);
    this.#content = joined;
  }

  /** Nothing more will be written: a FIN goes behind the last octet. */
  end(): void {
    this.#ends = true;
  }

  get hasEnded(): boolean {
    return this.#ends;
  }

  /** Octets that were written and are not acknowledged. */
  get pending(): number {
    return this.#content.length;
  }

  /** The sequence number of what is sent next. */
  get next(): number {
    return this.#next;
  }

  /** Whether something was sent that is not acknowledged. */
  get isUnderWay(): boolean {
    return this.#next !== this.#first;
  }

  /** Whether all was acknowledged, the FIN too. */
  get isDone(): boolean {
    return this.#done;
  }

  /** Takes a sequence number up to which everything arrived; returns whether that says something new. */
  acknowledge(upTo: number): boolean {
    const count = ahead(this.#first, upTo);
    if (count <= 0 || ahead(this.#highest, upTo) > 0) return false;
    this.#done = count > this.#content.length;
    this.#content = this.#content.slice(Math.min(count, this.#content.length));
    this.#first = upTo;
    if (ahead(this.#next, upTo) > 0) this.#next = upTo;
    return true;
  }

  /** The next part, at most `maximum` octets, of what fits into `window` octets from the first that is missing. */
  take(maximum: number, window: number): Outgoing | undefined {
    if (this.#done) return undefined;
    const sent = ahead(this.#first, this.#next);
    const content = this.#content.slice(sent, Math.min(sent + maximum, window));
    const fin = this.#ends && sent + content.length === this.#content.length;
    if (content.length === 0 && !fin) return undefined;
    const sequence = this.#next;
    this.#next = advanced(sequence, content.length + (fin ? 1 : 0));
    if (ahead(this.#highest, this.#next) > 0) this.#highest = this.#next;
    return { sequence, content, fin };
  }

  /** Everything that is not acknowledged is to be sent again. */
  rewind(): void {
    this.#next = this.#first;
  }
}
