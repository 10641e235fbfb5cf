/**
 * Frames that violated the security of ports: those from unknown sources without the ones that the agent let go on. Both only
 * grow; what is cleared counts from there.
 */
export class ViolationCounts {
  readonly #excused = new Map<number, bigint>();
  readonly #cleared = new Map<number, bigint>();

  /** A frame of an unknown source went on. */
  excuse(port: number): void {
    this.#excused.set(port, (this.#excused.get(port) ?? 0n) + 1n);
  }

  /** Of a port with so many frames from unknown sources in all. */
  of(port: number, unknown: bigint): bigint {
    const count = unknown - (this.#excused.get(port) ?? 0n) - (this.#cleared.get(port) ?? 0n);
    return count > 0n ? count : 0n;
  }

  clear(port: number, unknown: bigint): void {
    this.#cleared.set(port, unknown - (this.#excused.get(port) ?? 0n));
  }
}
