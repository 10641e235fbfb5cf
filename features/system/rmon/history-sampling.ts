import type { Cancel } from '../../../datapath/clock.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { utilization, withBucket } from '../../../protocols/rmon/history.ts';
import type { Reading } from '../../counter-history.ts';
import { readPorts } from '../../port-sampling.ts';
import { countsBetween, etherCounts } from './counts.ts';
import { historyControlEntry } from './history-objects.ts';
import { type HistoryCounts, histories } from './slots.ts';

/** Settings by which a history samples; other ones make another history. */
interface Sampled {
  readonly port: number;
  readonly buckets: number;
  /** Seconds. */
  readonly interval: number;
}

interface Running extends Sampled {
  readonly cancel: Cancel;
}

/** Samples ports at the intervals of the histories. All that falls into one moment is read once. */
export class HistorySampling {
  readonly #context: ServiceContext;
  readonly #running = new Map<number, Running>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /** Starts, stops and restarts what has changed in the configuration. */
  configure(): void {
    const wanted = new Map(
      this.#context
        .configuration()
        .rows(historyControlEntry)
        .map((row): [number, Sampled] => [
          row.historyControlIndex,
          {
            port: row.historyControlDataSource,
            buckets: row.historyControlBucketsRequested,
            interval: millisecondsIn(historyControlEntry, row)('historyControlInterval'),
          },
        ]),
    );
    const lost = new Set<number>();
    for (const [index, running] of this.#running) {
      const now = wanted.get(index);
      if (now && isSame(now, running)) continue;
      running.cancel();
      this.#running.delete(index);
      lost.add(index);
    }
    this.#context.slots.update(histories, (present) => {
      const kept = [...present].filter(([index]) => wanted.has(index) && !lost.has(index));
      return kept.length === present.size ? present : new Map(kept);
    });
    for (const [index, sampled] of wanted) if (!this.#running.has(index)) this.#begin(index, sampled);
  }

  stop(): void {
    for (const { cancel } of this.#running.values()) cancel();
    this.#running.clear();
  }

  #begin(index: number, sampled: Sampled): void {
    const { clock, power } = this.#context;
    const ticks = () => Math.floor(power.upTime() / 10);
    let before: { readonly reading: Reading | undefined; readonly start: number } | undefined;
    const sample = async () => {
      const start = ticks();
      const reading = await readPorts(this.#context);
      const former = before;
      before = { reading, start };
      if (former?.reading && reading && this.#running.get(index) === running) {
        await this.#keep(index, sampled, former.start, former.reading, reading);
      }
    };
    const cancel = clock.every(sampled.interval, () => void sample());
    const running: Running = { ...sampled, cancel };
    this.#running.set(index, running);
    void sample();
  }

  async #keep(index: number, { port, buckets }: Sampled, start: number, before: Reading, after: Reading) {
    const [former, now] = [before.counters.get(port), after.counters.get(port)];
    if (!former || !now) return;
    const grown = Object.entries(etherCounts(countsBetween(former, now)));
    // It has the names of what was counted.
    const counts = Object.fromEntries(
      grown.map(([name, count]) => [name, Math.max(0, Number(count))]),
    ) as HistoryCounts['counts'];
    const states = await this.#context.datapath.portStates().catch(() => undefined);
    const speed = states?.get(port)?.speed ?? 0;
    const seconds = (after.at - before.at) / 1000;
    const sampled = { counts, utilization: utilization(counts.Octets, counts.Pkts, seconds, speed) };
    this.#context.slots.update(
      histories,
      (present) => new Map([...present, [index, withBucket(present.get(index) ?? [], buckets, start, sampled)]]),
    );
  }
}

function isSame(a: Sampled, b: Sampled): boolean {
  return a.port === b.port && a.buckets === b.buckets && a.interval === b.interval;
}
