import type { Values } from './call.ts';

/**
 * The parameters by which a CommonGet asks for one page of a table beside its index columns and filters: `Page` counts from
 * 1, `PageSize` rows each; `OrderBy` names a column in the place of index order, from its largest value down where `Descending`
 * is 1. The result is a `RowsPage`.
 */
export const pageParameters: ReadonlySet<string> = new Set(['Page', 'PageSize', 'OrderBy', 'Descending']);

/** Rows that one page holds at most. */
export const PAGE_SIZE_MAXIMUM = 100;

/** One page of a table's rows. */
export interface RowsPage<Row = Values> {
  /** Rows on all pages together: those that fit what was asked for. */
  readonly total: number;
  readonly rows: readonly Row[];
}
