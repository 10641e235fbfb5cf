/** A counter that starts from 0 again now and then, added up over its starts. */
export class Tally {
  total = 0n;
  #last: bigint | undefined;

  /** `last` is what the counter was; left out, what it shows first was counted by others. */
  constructor(last?: bigint) {
    this.#last = last;
  }

  /** Takes the counter's present value; `counts` says whether its growth belongs to the total. */
  advance(value: bigint, counts = true): bigint {
    // Counts before the driver's start are not its own.
    const last = this.#last ?? value;
    const grown = value >= last ? value - last : value;
    this.#last = value;
    if (counts) this.total += grown;
    return grown;
  }
}
