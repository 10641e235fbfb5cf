import { type SqlDatabase, type SqlRow, type SqlTransaction, type SqlValue, storable } from './sql.ts';

/** Used part of the SQLite library. */
interface Library {
  exec(statement: string): unknown;
  prepare(statement: string): {
    run(values: readonly SqlValue[]): { readonly changes: number };
    all(values: readonly SqlValue[]): unknown;
  };
  close(): unknown;
}

/** Statements that are kept ready. */
const PREPARED = 200;

/** The module of Node itself, from its version 22 on; the types of the oldest supported version do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly timeout: number },
  ) => {
    exec(statement: string): void;
    prepare(statement: string): {
      run(...values: readonly SqlValue[]): { readonly changes: number | bigint };
      all(...values: readonly SqlValue[]): unknown;
    };
    close(): void;
  };
}

/** Milliseconds to wait for another process that uses the file, such as one that makes a backup. */
const BUSY = 5000;

/** Opens a file by Node's own SQLite, or by the package "libsql" if this Node has none. Rejects with a sentence if there is neither. */
export async function openSqliteLibrary(path: string): Promise<Library> {
  const own = nodeSqlite();
  return own ? openByNode(own, path) : openByPackage(path);
}

function nodeSqlite(): NodeSqlite | undefined {
  const found: unknown = process.getBuiltinModule('node:sqlite');
  return hasDatabase(found) ? found : undefined;
}

function hasDatabase(found: unknown): found is NodeSqlite {
  return typeof found === 'object' && found !== null && 'DatabaseSync' in found;
}

function openByNode({ DatabaseSync }: NodeSqlite, path: string): Library {
  const database = new DatabaseSync(path, { timeout: BUSY });
  return {
    exec: (statement) => database.exec(statement),
    prepare(statement) {
      const prepared = database.prepare(statement);
      return {
        run: (values) => ({ changes: Number(prepared.run(...values).changes) }),
        all: (values) => prepared.all(...values),
      };
    },
    close: () => database.close(),
  };
}

async function openByPackage(path: string): Promise<Library> {
  const { default: Database } = await import('libsql').catch(() => {
    throw new Error(
      'This Node.js has no SQLite: use Node.js 22 or later, install the package faceplate-libsql (npm: libsql), or use --store.',
    );
  });
  return new Database(path);
}

/**
 * Opens the SQLite database in this file; it is made where it is missing. Rejects as `openSqliteLibrary` does, and where the file
 * is no database.
 */
export async function openSqlite(path: string): Promise<SqlDatabase> {
  const library = await openSqliteLibrary(path);
  library.exec('PRAGMA journal_mode = WAL');
  // An acknowledged write outlives the loss of power, not only the end of the process.
  library.exec('PRAGMA synchronous = FULL');
  return new SqliteDatabase(library);
}

/** Transactions one after the other: the library is one connection, and waits for the disk within its calls. */
class SqliteDatabase implements SqlDatabase {
  readonly #library: Library;
  readonly #prepared = new Map<string, ReturnType<Library['prepare']>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(library: Library) {
    this.#library = library;
  }

  rows = (statement: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> =>
    this.#inTurn(async () => this.#read(statement, values));

  transaction<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => this.#carryOut(work));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  #read(statement: string, values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(statement).all(storable(values)) as readonly SqlRow[];
  }

  async #carryOut<Result>(work: (sql: SqlTransaction) => Promise<Result>): Promise<Result> {
    this.#library.exec('BEGIN IMMEDIATE');
    try {
      const result = await work({
        rows: async (statement, values = []) => this.#read(statement, values),
        run: async (statement, values = []) => this.#prepare(statement).run(storable(values)).changes,
      });
      this.#library.exec('COMMIT');
      return result;
    } catch (error) {
      this.#library.exec('ROLLBACK');
      throw error;
    }
  }

  #prepare(statement: string): ReturnType<Library['prepare']> {
    let prepared = this.#prepared.get(statement);
    if (!prepared) {
      if (this.#prepared.size >= PREPARED) this.#prepared.clear();
      prepared = this.#library.prepare(statement);
      this.#prepared.set(statement, prepared);
    }
    return prepared;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#library.close();
  }
}
