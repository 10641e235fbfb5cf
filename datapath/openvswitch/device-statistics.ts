import { readFile } from 'node:fs/promises';
import type { JsonRecord } from '../../model/values/json-record.ts';
import { deviceStatistics } from './host-network.ts';

/** Counters of a device, named as by ip-link(8); missing ones are 0. */
export interface DeviceCounters {
  readonly rx: JsonRecord;
  readonly tx: JsonRecord;
}

/**
 * Sources of counters on the host: the sums of all devices in one text (proc_net_dev(5)), and every counter by itself.
 */
interface Sources {
  sums(): Promise<string>;
  details(): Promise<ReadonlyMap<string, DeviceCounters>>;
}

const host: Sources = { sums: () => readFile('/proc/net/dev', 'utf8'), details: deviceStatistics };

interface Known {
  /** The sums of errors and discards that the details belong to. */
  readonly faults: string;
  readonly details: DeviceCounters;
}

const NO_FAULTS: Known = { faults: '0 0 0 0 0 0 0 0 0', details: { rx: {}, tx: {} } };

/**
 * Reads the statistics of the host's devices. Single error counters are reported only by a program, and starting it
 * keeps the agent's thread from frames for 10 to 20 ms: it is run only when a sum of errors or discards has changed.
 */
export class DeviceStatistics {
  readonly #sources: Sources;
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(sources = host) {
    this.#sources = sources;
  }

  async read(): Promise<ReadonlyMap<string, DeviceCounters>> {
    const sums = parseSums(await this.#sources.sums());
    const isNews = ([name, { faults }]: [string, Sums]) => (this.#known.get(name) ?? NO_FAULTS).faults !== faults;
    if ([...sums].some(isNews)) {
      const details = await this.#sources.details();
      this.#known = new Map(
        [...sums].map(([name, { faults }]) => [name, { faults, details: details.get(name) ?? NO_FAULTS.details }]),
      );
    }
    return new Map(
      [...sums].map(([name, { rx, tx }]) => {
        const { details } = this.#known.get(name) ?? NO_FAULTS;
        return [name, { rx: { ...details.rx, ...rx }, tx: { ...details.tx, ...tx } }];
      }),
    );
  }
}

interface Sums extends DeviceCounters {
  readonly faults: string;
}

function parseSums(text: string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const line of text.split('\n')) {
    const [, name, figures = ''] = /^\s*(\S+):\s*(.*)$/.exec(line) ?? [];
    const columns = figures.trim().split(/\s+/);
    if (name === undefined || columns.length < 16) continue;
    const rx = { bytes: Number(columns[0]), packets: Number(columns[1]) };
    const tx = { bytes: Number(columns[8]), packets: Number(columns[9]) };
    // Errors, discards, queue overruns and framing received; the same, collisions and carrier sent.
    sums.set(name, { rx, tx, faults: [...columns.slice(2, 6), ...columns.slice(10, 15)].join(' ') });
  }
  return sums;
}
