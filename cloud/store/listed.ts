/** One page of a long list. */
export interface ListQuery<Column extends string> {
  readonly tenant: string;
  /** Words that have to be in one of the columns that are looked through; "" for all. */
  readonly search: string;
  readonly orderBy: Column;
  readonly descending: boolean;
  /** Rows that are left out at the beginning, and given at most. */
  readonly offset: number;
  readonly limit: number;
}

/** Rows of one page, and how many there are on all pages. */
export interface Listed<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}
