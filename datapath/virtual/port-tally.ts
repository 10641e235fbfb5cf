import type { PortCounters } from '../datapath.ts';

/** One figure for every counter of a port. */
type EachCounter<Value> = Record<keyof PortCounters, Value>;

/**
 * The counters of one port while frames pass. They are counted as plain numbers, which costs nothing per frame, and
 * carried into 64-bit totals at every look, long before a number would lose digits.
 */
export class PortTally {
  readonly running: EachCounter<number> = eachCounter(() => 0);
  #totals: EachCounter<bigint> = eachCounter(() => 0n);

  /** The totals since the start; a snapshot of its own. */
  snapshot(): PortCounters {
    const former = this.#totals;
    this.#totals = eachCounter((name) => former[name] + BigInt(this.running[name]));
    for (const name of counterNames) this.running[name] = 0;
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
  };
}

const counterNames: readonly (keyof PortCounters)[] = Object.values(eachCounter((name) => name));
