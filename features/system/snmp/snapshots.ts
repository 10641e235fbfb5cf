import { instanceOf } from '../../../model/mib/instance.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { Arcs } from '../../../protocols/snmp/ber.ts';
import { compareArcs } from '../../../protocols/snmp/oid-order.ts';

/** A row with the arcs that name it. */
export interface Instance {
  readonly arcs: Arcs;
  readonly values: Values;
}

/** Milliseconds that a table is looked at before it is read again: a walk over thousands of rows reads it a few times. */
const LIFE = 1000;

/** Reads the rows of an object, a group being one row. */
export type ReadRows = (object: ObjectDeclaration) => Promise<readonly Values[]>;

/**
 * Tables as they were a moment ago, in the order of a walk. A GetNext asks for one row at a time: what it costs to read and
 * order a table is shared by all that fall into that moment, so a walk's cost grows with the rows and not with their square.
 */
export class Snapshots {
  readonly #read: ReadRows;
  readonly #now: () => number;
  readonly #held = new Map<
    ObjectDeclaration,
    { readonly until: number; rows: readonly Instance[] | Promise<readonly Instance[]> }
  >();

  /** @param now monotonic milliseconds. */
  constructor(read: ReadRows, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** Something was set: cached values may be outdated. */
  forget(): void {
    this.#held.clear();
  }

  /** The rows, at once where they were read a moment ago. */
  rows(object: ObjectDeclaration): readonly Instance[] | Promise<readonly Instance[]> {
    const now = this.#now();
    for (const [other, { until }] of this.#held) if (until <= now) this.#held.delete(other);
    const held = this.#held.get(object);
    if (held) return held.rows;
    const rows = this.#read(object).then((found) =>
      found.map((values) => ({ arcs: instanceOf(object, values), values })).sort((a, b) => compareArcs(a.arcs, b.arcs)),
    );
    const reading: { readonly until: number; rows: readonly Instance[] | Promise<readonly Instance[]> } = {
      until: now + LIFE,
      rows,
    };
    this.#held.set(object, reading);
    rows.then(
      (found) => {
        reading.rows = found;
      },
      () => this.#held.delete(object),
    );
    return rows;
  }
}
