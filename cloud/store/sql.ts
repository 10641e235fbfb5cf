/** What a statement of the store is given and gives back. */
export type SqlValue = string | number | null;

/** A row as the database gives it, by column name. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Statements within one transaction; places for values are written "?". */
export interface SqlTransaction {
  rows(statement: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Resolves to the number of rows that were changed. */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
}

/** A database that speaks SQL; statements are of the part of it that SQLite and PostgreSQL share. */
export interface SqlDatabase {
  /**
   * Runs `work` as one transaction, as if no other one ran beside it; what it did is durable when this resolves, and undone when it rejects.
   * It may be run again where another transaction was in its way.
   */
  transaction<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
