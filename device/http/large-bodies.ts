import { type Cancel, type Clock, systemClock } from '../../datapath/clock.ts';

/** Octets of long bodies that are read and worked on at the same time; they cost several times as much memory. */
const AT_ONCE = 8 * 1024 * 1024;

/** Milliseconds that a body may take to come while others wait for its place: 4 MB by 1 Mbit/s. */
const PATIENCE = 32_000;

/** What is asked of an `Exchange`. */
interface LongExchange {
  readonly request: { readonly complete: boolean };
  readonly response: {
    readonly destroyed: boolean;
    destroy(): unknown;
    once(event: 'prefinish' | 'close', listener: () => void): unknown;
  };
}

/** A body that has a place. */
interface Present {
  readonly exchange: LongExchange;
  readonly octets: number;
  /** When it got the place. */
  readonly since: number;
}

/**
 * Lets long bodies in a few at a time; the others stay in the network until it is their turn. One that comes too slowly for those
 * who wait loses its connection.
 */
export class LargeBodies {
  readonly #clock: Clock;
  /** The one that is there for longest first. */
  readonly #present = new Set<Present>();
  #waiting: { readonly exchange: LongExchange; readonly octets: number; readonly go: () => void }[] = [];
  #cancel: Cancel = () => {};

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Resolves when the body of the exchange may be read, of at most so many `octets`. Its place is free again when the answer was
   * made or the connection has gone.
   */
  async enter(exchange: LongExchange, octets: number): Promise<void> {
    await new Promise<void>((go) => {
      this.#waiting.push({ exchange, octets, go });
      this.#admit();
    });
  }

  #admit(): void {
    this.#waiting = this.#waiting.filter(({ exchange, octets, go }) => {
      if (!exchange.response.destroyed && !this.#hasRoom(octets)) return true;
      this.#take(exchange, octets);
      go();
      return false;
    });
    this.#hasten();
  }

  #hasRoom(octets: number): boolean {
    const present = [...this.#present].reduce((all, one) => all + one.octets, 0);
    return present + octets <= AT_ONCE;
  }

  #take(exchange: LongExchange, octets: number): void {
    const { response } = exchange;
    if (response.destroyed) return;
    const present = { exchange, octets, since: this.#clock.now() };
    this.#present.add(present);
    const leave = () => {
      if (this.#present.delete(present)) this.#admit();
    };
    response.once('prefinish', leave);
    response.once('close', leave);
  }

  /** While others wait, ends those that have not come for too long. */
  #hasten(): void {
    this.#cancel();
    if (this.#waiting.every(({ exchange: { response } }) => response.destroyed)) return;
    const coming = [...this.#present].find(({ exchange: { request } }) => !request.complete);
    if (!coming) return;
    const left = coming.since + PATIENCE - this.#clock.now();
    // Its end admits those who wait, and looks for the next one.
    if (left <= 0) coming.exchange.response.destroy();
    else this.#cancel = this.#clock.after(left, () => this.#hasten());
  }
}
