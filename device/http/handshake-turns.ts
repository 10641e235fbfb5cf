import type { Cancel, Clock } from '../../datapath/clock.ts';
import { Allowance, type Rate } from '../allowance.ts';

/** TLS handshakes that may begin. Each costs the switch two to three milliseconds. */
export interface HandshakeRates {
  /** For all sources together without a recent login; and the same again for those with one. */
  readonly all: Rate;
  readonly source: Rate;
}

const defaultRates: HandshakeRates = { all: { rate: 50, burst: 100 }, source: { rate: 20, burst: 40 } };

/** A handshake that waits; answers whether there was anybody left to begin it with. */
type Begin = () => boolean;

interface Source {
  readonly allowance: Allowance;
  readonly waiting: Begin[];
}

/**
 * Spreads TLS handshakes over time: what a handshake costs is the one thing that a stranger can ask of the switch without a
 * word. Those above the rates wait, a place for each source in turn, so that a flood waits for itself; and the sources that an
 * administrator signed in from are served beside all others.
 */
export class HandshakeTurns {
  readonly #known: Line;
  readonly #strangers: Line;

  constructor(clock: Clock, rates: HandshakeRates = defaultRates) {
    this.#known = new Line(clock, rates);
    this.#strangers = new Line(clock, rates);
  }

  /** Calls `begin` when it is this source's turn: at once, or later. */
  enter(source: string, isKnown: boolean, begin: Begin): void {
    (isKnown ? this.#known : this.#strangers).enter(source, begin);
  }
}

/** Those who wait for one allowance. */
class Line {
  readonly #clock: Clock;
  readonly #rates: HandshakeRates;
  readonly #all: Allowance;
  /** The next turn comes first. */
  readonly #sources = new Map<string, Source>();
  #next: Cancel | undefined;

  constructor(clock: Clock, rates: HandshakeRates) {
    this.#clock = clock;
    this.#rates = rates;
    this.#all = new Allowance(rates.all, clock.now());
  }

  enter(source: string, begin: Begin): void {
    const entry = this.#sources.get(source) ?? {
      allowance: new Allowance(this.#rates.source, this.#clock.now()),
      waiting: [],
    };
    this.#sources.set(source, entry);
    entry.waiting.push(begin);
    this.#next?.();
    this.#serve();
  }

  #serve(): void {
    this.#next = undefined;
    const now = this.#clock.now();
    for (const [name, source] of [...this.#sources]) {
      if (source.waiting.length > 0) continue;
      if (source.allowance.isFull(now)) this.#sources.delete(name);
    }
    for (let isServed = true; isServed && this.#all.has(now); ) isServed = this.#serveNext(now);
    const waits = [...this.#sources.values()].some(({ waiting }) => waiting.length > 0);
    const pause = 1000 / this.#rates.all.rate;
    if (waits) this.#next = this.#clock.after(pause, () => this.#serve());
  }

  /** Begins one handshake, of the first source that may; false where none may. */
  #serveNext(now: number): boolean {
    for (const [name, source] of this.#sources) {
      if (source.waiting.length === 0 || !source.allowance.has(now)) continue;
      const begin = source.waiting.shift();
      // A client that is gone costs nothing.
      if (!begin?.()) return true;
      source.allowance.take(now);
      this.#all.take(now);
      this.#sources.delete(name);
      this.#sources.set(name, source);
      return true;
    }
    return false;
  }
}
