import { columnOid, rowStatusOid } from '../../../model/mib/instance.ts';
import type { Field } from '../../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Arcs } from '../../../protocols/snmp/ber.ts';
import { arcsOf, compareArcs, isBelow } from '../../../protocols/snmp/oid-order.ts';

/** One column of a table, or one scalar, as managers see it. */
export interface ServedColumn {
  /** Without the instance. */
  readonly oid: Arcs;
  readonly object: ObjectDeclaration;
  /** Undefined for the column of RowStatus. */
  readonly column: string | undefined;
  readonly field: Field | undefined;
}

/** Every column of these objects that has an object identifier, in the order of a walk. */
export function servedColumns(objects: readonly ObjectDeclaration[]): readonly ServedColumn[] {
  const columns = objects.flatMap((object): ServedColumn[] => {
    const own = Object.entries(object.fields).flatMap(([column, field]: [string, Field]): ServedColumn[] => {
      const oid = columnOid(object, column);
      const isServed = oid !== undefined && !field.mib?.isNotAccessible && !field.mib?.isServedElsewhere;
      return isServed ? [{ oid: arcsOf(oid), object, column, field }] : [];
    });
    const status = object.shape === 'table' ? rowStatusOid(object) : undefined;
    return status === undefined ? own : [...own, { oid: arcsOf(status), object, column: undefined, field: undefined }];
  });
  return columns.sort((a, b) => compareArcs(a.oid, b.oid));
}

/** Position of a name in the ordered columns: the column that contains it, and the first one after it. */
export function findColumn(
  columns: readonly ServedColumn[],
  name: Arcs,
): { readonly at: ServedColumn | undefined; readonly next: number } {
  const behind = firstBehind(columns, name, (column) => column.oid);
  const last = columns[behind - 1];
  return { at: last && isBelow(last.oid, name) ? last : undefined, next: behind };
}

/** The place of the first entry whose arcs come after `arcs`. */
export function firstBehind<Entry>(entries: readonly Entry[], arcs: Arcs, arcsOfEntry: (entry: Entry) => Arcs): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry !== undefined && compareArcs(arcsOfEntry(entry), arcs) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
