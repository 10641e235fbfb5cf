import type { PortCounters, PortState } from '../../datapath/datapath.ts';
import { type PortList, portsOf } from '../../model/values/port-list.ts';
import type { PortLoads } from './slots.ts';

/** The counters of all ports at one moment of the monotonic clock. */
interface Reading {
  readonly at: number;
  readonly counters: ReadonlyMap<number, PortCounters>;
}

/** Milliseconds over which loads are averaged (docs/specification/system.md B, "Overview"). */
const SPAN = 30_000;

/** Measures what ports carry from the readings of the last half minute. */
export class LoadMeter {
  #readings: readonly Reading[] = [];

  /** Adds the ports' traffic up to this reading; `uplinks` are measured against the speed of their links. */
  add(reading: Reading, states: ReadonlyMap<number, PortState>, uplinks: PortList): PortLoads {
    this.#readings = [...this.#readings.filter(({ at }) => reading.at - at <= SPAN), reading];
    const [first = reading] = this.#readings;
    const seconds = (reading.at - first.at) / 1000;
    const kilobitsOf = (port: number, direction: 'inOctets' | 'outOctets') => {
      const grown = (reading.counters.get(port)?.[direction] ?? 0n) - (first.counters.get(port)?.[direction] ?? 0n);
      // Counters that went backwards were restarted.
      return seconds > 0 && grown > 0n ? (Number(grown) * 8) / 1000 / seconds : 0;
    };
    const share = (port: number) => {
      const line = (states.get(port)?.speed ?? 0) * 1000;
      return line === 0 ? 0 : Math.max(kilobitsOf(port, 'inOctets'), kilobitsOf(port, 'outOctets')) / line;
    };
    const both = (port: number) => Math.round(kilobitsOf(port, 'inOctets') + kilobitsOf(port, 'outOctets'));
    return {
      kilobits: new Map([...reading.counters.keys()].map((port) => [port, both(port)])),
      uplink: Math.min(100, Math.round(Math.max(0, ...portsOf(uplinks).map(share)) * 100)),
    };
  }
}
