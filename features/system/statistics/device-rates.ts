import type { PortCounters } from '../../../datapath/datapath.ts';
import type { Service } from '../../../device/feature.ts';
import { slot } from '../../../device/slot.ts';

/** Bits per second in and out of a port. */
export interface Rate {
  readonly in: number;
  readonly out: number;
}

/** Milliseconds between two samples. */
const SAMPLE_INTERVAL = 5_000;

/** The rate of each port over the last sample; ports without one stand still. */
export const rates = slot<ReadonlyMap<number, Rate>>('rates', new Map());

/** The rate between two readings `milliseconds` apart; undefined where a counter went backwards, which means a reset. */
export function rateBetween(before: PortCounters, after: PortCounters, milliseconds: number): Rate | undefined {
  const received = after.inOctets - before.inOctets;
  const sent = after.outOctets - before.outOctets;
  if (received < 0n || sent < 0n || milliseconds <= 0) return undefined;
  const bitsPerSecond = (octets: bigint) => Math.round((Number(octets) * 8000) / milliseconds);
  return { in: bitsPerSecond(received), out: bitsPerSecond(sent) };
}

/** Reads the counters at an interval and keeps how fast they grow. */
export const rateSampling: Service = {
  name: 'rate sampling',
  reads: [],
  start(context) {
    let before: { readonly at: number; readonly counters: ReadonlyMap<number, PortCounters> } | undefined;
    let reading = false;
    const sample = async () => {
      if (reading) return;
      reading = true;
      try {
        const counters = await context.datapath.portCounters();
        const at = context.clock.now();
        const last = before;
        before = { at, counters };
        if (!last) return;
        const sampled = new Map(
          [...counters].flatMap(([port, after]): [number, Rate][] => {
            const former = last.counters.get(port);
            const rate = former && rateBetween(former, after, at - last.at);
            return rate ? [[port, rate]] : [];
          }),
        );
        context.slots.update(rates, () => sampled);
      } catch {
        // The datapath supervises itself and says what is wrong; the next sample begins anew.
        before = undefined;
      } finally {
        reading = false;
      }
    };
    void sample();
    context.clock.every(SAMPLE_INTERVAL, sample);
    return {};
  },
};
