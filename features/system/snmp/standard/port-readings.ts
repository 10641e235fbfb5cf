import type { PortCounters, PortState } from '../../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../../device/feature.ts';

/** The ports as they were at one moment. */
export interface PortReading {
  readonly states: ReadonlyMap<number, PortState>;
  readonly counters: ReadonlyMap<number, PortCounters>;
}

/** Milliseconds in which the tables that show the ports share one reading: a walk asks for all of them by turns. */
const TOGETHER = 100;

/** Reads the ports once for all tables that a request asks for. */
export class PortReadings {
  #shared: { readonly at: number; readonly reading: Promise<PortReading> } | undefined;

  read({ datapath, clock }: DeviceContext): Promise<PortReading> {
    const at = clock.now();
    if (this.#shared && at - this.#shared.at < TOGETHER) return this.#shared.reading;
    const reading = Promise.all([datapath.portStates(), datapath.portCounters()]).then(([states, counters]) => ({
      states,
      counters,
    }));
    this.#shared = { at, reading };
    reading.catch(() => {
      this.#shared = undefined;
    });
    return reading;
  }
}
