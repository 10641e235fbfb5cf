/** Requests under way at most, and of one source; what comes beyond is dropped, and its sender asks again. */
const PLACES = { all: 64, source: 48 };

/**
 * The places of requests that are being answered. Wrong ones hold none: they are known for wrong before anything is waited for. A
 * manager that asks faster than it is answered leaves places to the others.
 */
export class RequestPlaces {
  readonly #held = new Map<string, number>();
  #all = 0;

  /** Takes a place, until `leave`; false if there is none for this source. */
  enter(source: string): boolean {
    const own = this.#held.get(source) ?? 0;
    if (this.#all >= PLACES.all || own >= PLACES.source) return false;
    this.#held.set(source, own + 1);
    this.#all += 1;
    return true;
  }

  leave(source: string): void {
    const own = (this.#held.get(source) ?? 1) - 1;
    if (own > 0) this.#held.set(source, own);
    else this.#held.delete(source);
    this.#all -= 1;
  }
}
