/**
 * A number that grows whenever something changes that standing answers are made of. It lies in memory that threads share: each of them
 * sees a change at once, without a message.
 */
export class Revision {
  readonly memory: SharedArrayBuffer;
  readonly #cell: Int32Array;

  /** @param memory that of another thread's; default its own. */
  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cell = new Int32Array(memory);
  }

  get present(): number {
    return Atomics.load(this.#cell, 0);
  }

  advance(): void {
    Atomics.add(this.#cell, 0, 1);
  }
}
