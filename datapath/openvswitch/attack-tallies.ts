import { type Attack, attacks } from '../attack.ts';
import type { FlowTable } from './flow-table.ts';
import { attackTag } from './pipeline/attack-flows.ts';
import { Table } from './pipeline/layout.ts';
import { Tally } from './tally.ts';

/** Adds up what the rules for attack shapes have dropped: a recreated rule counts from 0 again. */
export class AttackTallies {
  readonly #tallies = new Map<Attack, Tally>();
  /** At the first look a rule may be a former driver's. */
  #first: bigint | undefined;

  /** Takes the present counts; returns the sums since the start. */
  async read(flows: FlowTable): Promise<ReadonlyMap<Attack, bigint>> {
    const tables = [Table.denialOfService, Table.samePorts, Table.attackShapes];
    const counts = await Promise.all(tables.map((table) => flows.packetCounts(table)));
    for (const attack of attacks) {
      const packets = counts.reduce((sum, one) => sum + (one.get(attackTag(attack)) ?? 0n), 0n);
      const tally = this.#tallies.get(attack) ?? new Tally(this.#first);
      this.#tallies.set(attack, tally);
      tally.advance(packets);
    }
    this.#first = 0n;
    return new Map([...this.#tallies].map(([attack, { total }]) => [attack, total]));
  }
}
