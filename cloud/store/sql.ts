/** Parameters and results of a statement of the store. */
export type SqlValue = string | number | null;

/** A row as the database gives it, by column name. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Reads rows; places for values are written "?", and an order just by characters "COLLATE BINARY". */
type ReadRows = (statement: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** Statements within one transaction. */
export interface SqlTransaction {
  readonly rows: ReadRows;
  /** Resolves to the number of rows that were changed. */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
}

/**
 * A database that speaks SQL; statements are of the part of it that SQLite and PostgreSQL share. Each method rejects with
 * `StoreAway` where the database cannot be reached, and with its own error where it refuses.
 */
export interface SqlDatabase {
  /** Result of one statement on all committed data; it changes nothing. */
  readonly rows: ReadRows;
  /**
   * Runs `work` as one transaction, isolated from all others; its changes are durable when this resolves, and undone
   * when it rejects (but see `StoreAway`). It may be run again if another transaction was in its way.
   *
   * @param about The one thing that it reads and changes, such as a switch: transactions about the same thing wait for
   * one another, and for no others. Without it, the database finds out the conflicts, which costs more if many run in
   * parallel.
   */
  transaction<Result>(work: (sql: SqlTransaction) => Promise<Result>, about?: string): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Values as both databases find them again: text of PostgreSQL holds every character but this one, and SQLite looks no further
 * than it.
 */
export function storable(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value));
}
