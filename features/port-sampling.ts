import type { Clock } from '../datapath/clock.ts';
import type { Datapath } from '../datapath/datapath.ts';
import type { DeviceContext, Service } from '../device/feature.ts';
import { slot } from '../device/slot.ts';
import { CounterHistory, type Reading } from './counter-history.ts';
import { DAY_INTERVAL, DAY_SAMPLES, SAMPLE_INTERVAL } from './sample-length.ts';

/** Milliseconds in which those who ask share one reading. */
const TOGETHER = 20;

/** Reads the counters of the ports for everybody who samples them. */
export class PortSampler {
  /** The last five minutes. */
  readonly history = new CounterHistory();
  /** The last 24 hours, every five minutes; the growth in each is that of the mean. */
  readonly day = new CounterHistory(DAY_SAMPLES);
  readonly #datapath: Datapath;
  readonly #clock: Clock;
  #shared: { readonly at: number; readonly reading: Promise<Reading> } | undefined;

  constructor(datapath: Datapath, clock: Clock) {
    this.#datapath = datapath;
    this.#clock = clock;
  }

  /** The counters now; who asks in the same moment shares one reading. Rejects where the datapath cannot be read. */
  read(): Promise<Reading> {
    const at = this.#clock.now();
    if (this.#shared && at - this.#shared.at < TOGETHER) return this.#shared.reading;
    const reading = this.#datapath.portCounters().then((counters) => ({ at, counters }));
    this.#shared = { at, reading };
    // A failed reading is repeated by the next caller, and so is one that is no longer shared.
    const end = () => {
      if (this.#shared?.reading === reading) this.#shared = undefined;
    };
    reading.then(() => this.#clock.after(TOGETHER, end), end);
    return reading;
  }
}

/** Sampler of the ports, while the agent runs. */
export const portSampler = slot<PortSampler | undefined>('portSampler', undefined);

/** The counters now, shared with others that sample the ports at the same moment; undefined if they cannot be read. */
export async function readPorts({ slots, datapath, clock }: DeviceContext): Promise<Reading | undefined> {
  try {
    const sampler = slots.get(portSampler);
    return sampler ? await sampler.read() : { at: clock.now(), counters: await datapath.portCounters() };
  } catch {
    // The datapath supervises itself and says what is wrong.
    return undefined;
  }
}

/** Keeps the history of all ports; samplers with intervals of their own read through it. */
export const portSampling: Service = {
  name: 'port sampling',
  reads: [],
  start(context) {
    const sampler = new PortSampler(context.datapath, context.clock);
    let isReading = false;
    let nextOfDay = context.clock.now();
    const sample = async () => {
      if (isReading) return;
      isReading = true;
      try {
        const reading = await sampler.read();
        sampler.history.add(reading);
        if (reading.at >= nextOfDay) {
          sampler.day.add(reading);
          // Where readings failed meanwhile, their growth is in this one.
          while (nextOfDay <= reading.at) nextOfDay += DAY_INTERVAL * 1000;
        }
      } catch {
        // The datapath supervises itself and reports faults; the next sample starts over.
        sampler.history.interrupt();
      } finally {
        isReading = false;
      }
    };
    context.offer(portSampler, sampler);
    void sample();
    context.clock.every(SAMPLE_INTERVAL * 1000, sample);
    return {};
  },
};
