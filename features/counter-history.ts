import type { PortCounters } from '../datapath/datapath.ts';
import { countedColumns } from './port-counts.ts';
import { SAMPLES } from './sample-length.ts';

/** The counters of all ports at one moment. */
export interface Reading {
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly counters: ReadonlyMap<number, PortCounters>;
}

/** One interval between two readings. */
export interface Sample {
  /** Counts the samples since the start, from 1. */
  readonly sequence: number;
  /** When it ended, in monotonic milliseconds. */
  readonly at: number;
}

/**
 * How fast the counters of each port grew in the last samples. A counter that has not moved takes no memory, so that a switch at
 * rest keeps next to nothing; at most it is 8 octets for each sample of each counter, 4 of a long history.
 */
export class CounterHistory {
  readonly #size: number;
  readonly #growth = new Map<number, Map<string, Float64Array | Float32Array>>();
  #samples: readonly Sample[] = [];
  #latest: Reading | undefined;

  /** @param size samples that are kept. */
  constructor(size = SAMPLES) {
    this.#size = size;
  }

  /** Oldest first. */
  get samples(): readonly Sample[] {
    return this.#samples;
  }

  /** The counters' names of a port that have moved within the samples kept. */
  moved(port: number): readonly string[] {
    return [...(this.#growth.get(port)?.keys() ?? [])];
  }

  /** By how much a counter grew a second, sample by sample; NaN where it went backwards, which means a reset. */
  growth(port: number, counter: keyof PortCounters): readonly number[] {
    const ring = this.#growth.get(port)?.get(counter);
    return this.#samples.map(({ sequence }) => ring?.[sequence % this.#size] ?? 0);
  }

  /** The same for only the last sample. */
  latestGrowth(port: number, counter: keyof PortCounters): number {
    const last = this.#samples.at(-1);
    const growth = last && this.#growth.get(port)?.get(counter)?.[last.sequence % this.#size];
    return growth === undefined || Number.isNaN(growth) ? 0 : growth;
  }

  /** Adds what grew since the reading before. The first one, and one without time between, only begin. */
  add(reading: Reading): void {
    const before = this.#latest;
    this.#latest = reading;
    const seconds = before ? (reading.at - before.at) / 1000 : 0;
    if (!before || seconds <= 0) return;
    const sequence = (this.#samples.at(-1)?.sequence ?? 0) + 1;
    this.#samples = [...this.#samples.slice(-(this.#size - 1)), { sequence, at: reading.at }];
    const place = sequence % this.#size;
    for (const rings of this.#growth.values()) for (const ring of rings.values()) ring[place] = 0;
    for (const [port, now] of reading.counters) {
      const then = before.counters.get(port);
      if (then) this.#grow(port, then, now, seconds, place);
    }
  }

  /** The last reading is no longer usable: the next one starts over. */
  interrupt(): void {
    this.#latest = undefined;
  }

  #grow(port: number, then: PortCounters, now: PortCounters, seconds: number, place: number): void {
    // A counter that went backwards means that all of the port's were restarted.
    const isReset = now.inOctets < then.inOctets || now.outOctets < then.outOctets;
    for (const [, name] of countedColumns) {
      if (now[name] === then[name] && !isReset) continue;
      const grown = now[name] < then[name] || isReset ? Number.NaN : Number(now[name] - then[name]) / seconds;
      this.#ring(port, name)[place] = grown;
    }
  }

  #ring(port: number, counter: string): Float64Array | Float32Array {
    let rings = this.#growth.get(port);
    if (!rings) {
      rings = new Map();
      this.#growth.set(port, rings);
    }
    let ring = rings.get(counter);
    if (!ring) {
      ring = this.#size > SAMPLES ? new Float32Array(this.#size) : new Float64Array(this.#size);
      rings.set(counter, ring);
    }
    return ring;
  }
}
