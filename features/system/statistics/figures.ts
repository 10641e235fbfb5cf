import type { TableObject } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { Sample } from './samples.ts';

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

/** One reading of a table as a sample; rows are named by `index`, their port number. */
export function sampleOf(object: TableObject, index: string, rows: readonly Values[], at: number): Sample {
  return {
    at,
    figures: new Map(
      rows.map((row) => [
        Number(row[index]),
        Object.fromEntries(
          Object.entries(object.fields).flatMap(([column, { kind }]): [string, bigint | number][] => {
            const value = row[column];
            if (kind === 'counter64' && value !== undefined) return [[column, BigInt(value)]];
            return kind === 'gauge' && typeof value === 'number' ? [[column, value]] : [];
          }),
        ),
      ]),
    ),
  };
}
