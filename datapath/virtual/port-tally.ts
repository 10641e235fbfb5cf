import type { PortCounters } from '../datapath.ts';

/** One figure for every counter of a port. */
type EachCounter<Value> = Record<keyof PortCounters, Value>;

/**
 * The counters of one port while frames pass. They are counted as plain numbers, which costs nothing per frame, and
 * carried into 64-bit totals at every look, long before a number would lose digits.
 */
export class PortTally {
  readonly #running: EachCounter<number> = eachCounter(() => 0);
  #totals: EachCounter<bigint> = eachCounter(() => 0n);
  #mayHaveMoved = false;

  /** Counters to add to in the same turn. Reading this property marks the port as moved. */
  get running(): EachCounter<number> {
    this.#mayHaveMoved = true;
    return this.#running;
  }

  /** The totals since the start; the same object as long as nothing moves, and never changed. */
  snapshot(): PortCounters {
    // Most ports have not moved since the last look, nor most counters of the others, and many look every second.
    if (!this.#mayHaveMoved) return this.#totals;
    this.#mayHaveMoved = false;
    let totals: EachCounter<bigint> | undefined;
    for (const name of counterNames) {
      const moved = this.#running[name];
      if (moved === 0) continue;
      totals ??= { ...this.#totals };
      totals[name] += BigInt(moved);
      this.#running[name] = 0;
    }
    if (totals) this.#totals = totals;
    return this.#totals;
  }
}

function eachCounter<Value>(value: (name: keyof PortCounters) => Value): EachCounter<Value> {
  return {
    inOctets: value('inOctets'),
    outOctets: value('outOctets'),
    inUnicast: value('inUnicast'),
    outUnicast: value('outUnicast'),
    inMulticast: value('inMulticast'),
    outMulticast: value('outMulticast'),
    inBroadcast: value('inBroadcast'),
    outBroadcast: value('outBroadcast'),
    inDiscards: value('inDiscards'),
    outDiscards: value('outDiscards'),
    inErrors: value('inErrors'),
    outErrors: value('outErrors'),
    fcsErrors: value('fcsErrors'),
    alignmentErrors: value('alignmentErrors'),
    undersize: value('undersize'),
    oversize: value('oversize'),
    fragments: value('fragments'),
    jabbers: value('jabbers'),
    symbolErrors: value('symbolErrors'),
    internalMacReceiveErrors: value('internalMacReceiveErrors'),
    internalMacTransmitErrors: value('internalMacTransmitErrors'),
    singleCollisions: value('singleCollisions'),
    multipleCollisions: value('multipleCollisions'),
    lateCollisions: value('lateCollisions'),
    excessiveCollisions: value('excessiveCollisions'),
    deferredTransmissions: value('deferredTransmissions'),
    carrierSenseErrors: value('carrierSenseErrors'),
    size64: value('size64'),
    size65to127: value('size65to127'),
    size128to255: value('size128to255'),
    size256to511: value('size256to511'),
    size512to1023: value('size512to1023'),
    size1024to1518: value('size1024to1518'),
  };
}

const counterNames: readonly (keyof PortCounters)[] = Object.values(eachCounter((name) => name));

/** Counts frames of so many octets with their check sequence by their size; not those that are longer than RFC 2819 counts. */
export function countSize(running: EachCounter<number>, octets: number, frames: number): void {
  // Each counter by its name: one chosen by a variable would cost more than all the rest.
  if (octets <= 64) running.size64 += frames;
  else if (octets <= 127) running.size65to127 += frames;
  else if (octets <= 255) running.size128to255 += frames;
  else if (octets <= 511) running.size256to511 += frames;
  else if (octets <= 1023) running.size512to1023 += frames;
  else if (octets <= 1518) running.size1024to1518 += frames;
}
