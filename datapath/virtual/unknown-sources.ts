import type { PortNumber } from '../plan.ts';

/** Frames that came in by secured ports from sources that are not pinned there. */
export class UnknownSources {
  readonly #frames = new Map<PortNumber, bigint>();

  add(port: PortNumber, frames: number): void {
    this.#frames.set(port, (this.#frames.get(port) ?? 0n) + BigInt(frames));
  }

  snapshot(): ReadonlyMap<PortNumber, bigint> {
    return new Map(this.#frames);
  }
}
