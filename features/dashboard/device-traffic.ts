import type { PortCounters } from '../../datapath/datapath.ts';
import type { DeviceContext, Service } from '../../device/feature.ts';
import { slot } from '../../device/slot.ts';
import type { Values } from '../../model/wire/call.ts';
import { trafficSamples } from './objects.ts';

/** In bits per second. */
interface Rates {
  readonly received: number;
  readonly sent: number;
}

/** The traffic of the ports over one interval. */
interface Sample {
  readonly sequence: number;
  /** Monotonic milliseconds. */
  readonly at: number;
  /** By port. */
  readonly rates: ReadonlyMap<number, Rates>;
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
            const sample = { sequence: (former.at(-1)?.sequence ?? 0) + 1, at: after.at, rates };
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

/** No traffic: most ports of most samples share it. */
const still: Rates = { received: 0, sent: 0 };

/** Each port's rates between two readings; ports whose counters went backwards were reset and are left out. */
export function ratesBetween(before: Reading, after: Reading): ReadonlyMap<number, Rates> | undefined {
  const seconds = (after.at - before.at) / 1000;
  if (seconds <= 0) return undefined;
  const bitsPerSecond = (octets: bigint) => Math.round((Number(octets) * 8) / seconds);
  const rates = new Map<number, Rates>();
  for (const [port, now] of after.counters) {
    const then = before.counters.get(port);
    if (!then || now.inOctets < then.inOctets || now.outOctets < then.outOctets) continue;
    const received = bitsPerSecond(now.inOctets - then.inOctets);
    const sent = bitsPerSecond(now.outOctets - then.outOctets);
    rates.set(port, received === 0 && sent === 0 ? still : { received, sent });
  }
  return rates;
}

/** The rates of all ports together. */
export function totalOf(rates: ReadonlyMap<number, Rates>): Rates {
  let { received, sent } = still;
  for (const port of rates.values()) {
    received += port.received;
    sent += port.sent;
  }
  return { received, sent };
}

/** The rows of `trafficEntry`, oldest first. */
export function trafficRows(context: DeviceContext): Values[] {
  const now = context.clock.now();
  return context.slots.get(samples).map((sample) => rowOf(sample, totalOf(sample.rates), now));
}

/** The rows of `portTrafficEntry`: by port, oldest first. A port without rates in an interval has no row for it. */
export function portTrafficRows(context: DeviceContext, { ifIndex }: Values): Values[] {
  const now = context.clock.now();
  const asked = ifIndex === undefined ? [...context.hardware.ports.keys()] : [Number(ifIndex)];
  return asked.flatMap((port) =>
    context.slots.get(samples).flatMap((sample) => {
      const rates = sample.rates.get(port);
      return rates ? [{ ifIndex: port, ...rowOf(sample, rates, now) }] : [];
    }),
  );
}

function rowOf({ sequence, at }: Sample, { received, sent }: Rates, now: number): Values {
  return {
    trafficIndex: sequence,
    trafficAge: Math.round((now - at) / 100) / 10,
    trafficInRate: received,
    trafficOutRate: sent,
  };
}
