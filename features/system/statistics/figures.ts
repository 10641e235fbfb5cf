import type { TableObject } from '../../../model/schema/object.ts';

/** Something of a port that a chart can show. */
export interface Figure {
  readonly key: string;
  /** The columns that are drawn: one, or what comes in and what goes out. */
  readonly columns: readonly string[];
  readonly label: string;
  /** "bit/s", "%", or "/s" for a counter's growth. */
  readonly unit: string;
}

/** The figures of a table: its measured values, and its counters by their growth. */
export function figuresOf(object: TableObject, pairs: readonly Figure[] = []): readonly Figure[] {
  const single = Object.entries(object.fields).flatMap(([column, field]): Figure[] => {
    if (field.kind === 'counter64') return [{ key: column, columns: [column], label: field.label, unit: '/s' }];
    return [];
  });
  return [...pairs, ...single];
}
