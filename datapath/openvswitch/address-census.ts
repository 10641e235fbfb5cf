import { type AddressTableReport, AddressTableWatch } from '../address-table-watch.ts';
import type { BridgePortNumber } from '../plan.ts';
import type { FlowTable } from './flow-table.ts';

/** Milliseconds from one look to the next. */
export const CENSUS_MILLISECONDS = 2000;

/**
 * Counts the learned rows of each port from time to time, to report a full table and a flood of source addresses. The
 * switch does the counting: a look costs one question per port, however many rows there are. Addresses that do not fit
 * into a full table are not visible; as long as it is full, a port that was flooded still counts as flooded.
 */
export class AddressCensus {
  readonly #watch = new AddressTableWatch();
  readonly #size: number;
  #rows: ReadonlyMap<BridgePortNumber, number> = new Map();
  #appeared: ReadonlyMap<BridgePortNumber, number> = new Map();

  /** `size`: rows that fit. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Takes a look at the rows of these bridge ports; resolves to what has to be reported. */
  async look(ports: Iterable<BridgePortNumber>, flows: FlowTable): Promise<AddressTableReport[]> {
    const rows = await flows.countLearned(ports);
    const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
    if (total < this.#size) this.#appeared = this.#grown(rows);
    this.#rows = rows;
    const seconds = CENSUS_MILLISECONDS / 1000;
    return this.#watch.look({ seconds, rows: total, size: this.#size, refused: false, appeared: this.#appeared });
  }

  #grown(rows: ReadonlyMap<BridgePortNumber, number>): Map<BridgePortNumber, number> {
    return new Map([...rows].map(([port, count]) => [port, Math.max(0, count - (this.#rows.get(port) ?? 0))]));
  }
}
