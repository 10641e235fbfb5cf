import type { PortCounters } from '../../datapath/datapath.ts';
import type { DeviceContext, Service } from '../../device/feature.ts';
import { slot } from '../../device/slot.ts';
import type { Values } from '../../model/wire/call.ts';
import { trafficSamples } from './objects.ts';

/** The traffic of all ports together over one interval, in bits per second. */
interface Sample {
  readonly sequence: number;
  /** Monotonic milliseconds. */
  readonly at: number;
  readonly received: number;
  readonly sent: number;
}

interface Reading {
  readonly at: number;
  readonly counters: ReadonlyMap<number, PortCounters>;
}

/** The samples of the last minutes, oldest first. */
const samples = slot<readonly Sample[]>('trafficSamples', []);

/** Samples the counters of all ports and keeps the last five minutes. */
export const trafficSampling: Service = {
  name: 'traffic sampling',
  reads: [],
  start(context) {
    let before: Reading | undefined;
    let reading = false;
    const sample = async () => {
      if (reading) return;
      reading = true;
      try {
        const after = { at: context.clock.now(), counters: await context.datapath.portCounters() };
        const rates = before && ratesBetween(before, after);
        if (rates) {
          context.slots.update(samples, (former) => {
            const sample = { sequence: (former.at(-1)?.sequence ?? 0) + 1, at: after.at, ...rates };
            return [...former, sample].slice(-trafficSamples.count);
          });
        }
        before = after;
      } catch {
        // The datapath supervises itself and says what is wrong; the next sample begins anew.
        before = undefined;
      } finally {
        reading = false;
      }
    };
    void sample();
    context.clock.every(trafficSamples.interval * 1000, sample);
    return {};
  },
};

/** The rates between two readings; ports whose counters went backwards were reset and are left out. */
export function ratesBetween(before: Reading, after: Reading): { received: number; sent: number } | undefined {
  const seconds = (after.at - before.at) / 1000;
  if (seconds <= 0) return undefined;
  let received = 0n;
  let sent = 0n;
  for (const [port, now] of after.counters) {
    const then = before.counters.get(port);
    if (!then || now.inOctets < then.inOctets || now.outOctets < then.outOctets) continue;
    received += now.inOctets - then.inOctets;
    sent += now.outOctets - then.outOctets;
  }
  const bitsPerSecond = (octets: bigint) => Math.round((Number(octets) * 8) / seconds);
  return { received: bitsPerSecond(received), sent: bitsPerSecond(sent) };
}

/** The rows of `trafficEntry`, oldest first. */
export function trafficRows(context: DeviceContext): Values[] {
  const now = context.clock.now();
  return context.slots.get(samples).map(({ sequence, at, received, sent }) => ({
    trafficIndex: sequence,
    trafficAge: Math.round((now - at) / 100) / 10,
    trafficInRate: received,
    trafficOutRate: sent,
  }));
}
