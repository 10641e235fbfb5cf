import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { Clock } from '../../datapath/clock.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { serverPlace } from '../server-place.ts';
import { type SqlDatabase, type SqlRow, type SqlTransaction, type SqlValue, storable } from './sql.ts';
import { StoreAway } from './store-away.ts';

/** Connections of this process to the database: what runs side by side waits for its disk together. */
const CONNECTIONS = 10;

/** Milliseconds in which a connection has to be open, and a statement has to be done. */
const CONNECTING = 3_000;
const STATEMENT = 20_000;

/** Milliseconds for which a transaction is retried if the database restarts, and between two attempts. */
const PATIENCE = 6_000;
const PAUSE = 200;

/** Attempts of a transaction that others are in the way of. */
const ATTEMPTS = 20;

/** SQLSTATE of a transaction that was undone because of another one. */
const IN_THE_WAY = new Set(['40001', '40P01']);

/** SQLSTATE of a database that starts, ends or has no connection left; classes have two characters. */
const AWAY = new Set(['08', '57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25006']);

/**
 * Opens the PostgreSQL database of this address (postgres://user:password@host:port/name?sslmode=verify-full). Rejects with a
 * sentence where the database cannot be reached or refuses, or does not keep what it acknowledges.
 */
export async function openPostgres(url: string, clock: Clock): Promise<SqlDatabase> {
  const { default: library } = await import('pg');
  const pool = new library.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECTING,
    statement_timeout: STATEMENT,
    // A network that swallows everything is noticed, too.
    query_timeout: STATEMENT + CONNECTING,
    idle_in_transaction_session_timeout: STATEMENT,
    keepAlive: true,
    application_name: 'faceplate-cloud',
  });
  // An idle connection that ends does not matter: the next one is opened when needed.
  pool.on('error', () => {});
  const database = new PostgresDatabase(pool, clock);
  try {
    await database.examine();
    return database;
  } catch (error) {
    await database.close();
    const place = serverPlace(url);
    const cause = error instanceof StoreAway && error.cause instanceof Error ? error.cause.cause : error;
    // Its own words name no password.
    throw new Error(`The store at ${place} cannot be used: ${wordsOfError(cause)}`);
  }
}

/** The connection ended, or was never open: nothing of the transaction is stored, unless its end was in progress. */
class ConnectionLost extends Error {}

class PostgresDatabase implements SqlDatabase {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #statements = new Map<string, string>();

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Rejects where the database is set to forget what it has acknowledged. */
  async examine(): Promise<void> {
    const [row] = await this.rows("SELECT current_setting('fsync') AS fsync");
    if (row?.fsync === 'off') throw new Error('it is set to "fsync = off", and so loses what it acknowledged.');
  }

  rows = (statement: string, values: readonly SqlValue[] = []): Promise<readonly SqlRow[]> =>
    this.#patiently(async (client) => (await this.#ask(client, statement, values)).rows);

  transaction<Result>(work: (sql: SqlTransaction) => Promise<Result>, about?: string): Promise<Result> {
    return this.#patiently((client) => this.#carryOut(client, work, about));
  }

  /** Does `work` over a connection, again where it was undone by no fault of its own. */
  async #patiently<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const deadline = this.#clock.now() + PATIENCE;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(work);
      } catch (error) {
        const isAway = error instanceof ConnectionLost;
        if (!isAway && (!IN_THE_WAY.has(codeOf(error)) || attempt >= ATTEMPTS)) throw error;
        if (isAway && this.#clock.now() >= deadline) throw new StoreAway(true, error);
        const longest = isAway ? PAUSE : Math.min(PAUSE, 2 ** attempt);
        await new Promise<void>((resolve) => this.#clock.after(Math.random() * longest, resolve));
      }
    }
  }

  async #once<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw isAway(error) ? new ConnectionLost('', { cause: error }) : error;
    });
    let isBroken = false;
    // Reported besides the statement that fails, and if none is in progress.
    const broke = () => {
      isBroken = true;
    };
    client.on('error', broke);
    try {
      return await work(client);
    } catch (error) {
      isBroken ||= error instanceof ConnectionLost || error instanceof StoreAway;
      throw error;
    } finally {
      client.off('error', broke);
      client.release(isBroken);
    }
  }

  async #carryOut<Result>(
    client: PoolClient,
    work: (sql: SqlTransaction) => Promise<Result>,
    about: string | undefined,
  ): Promise<Result> {
    // An acknowledged transaction is durable, whatever the server's default.
    const durable = 'SET LOCAL synchronous_commit = on';
    await this.#ask(
      client,
      about === undefined
        ? `BEGIN ISOLATION LEVEL SERIALIZABLE; ${durable}`
        : `BEGIN ISOLATION LEVEL READ COMMITTED; ${durable}; SELECT pg_advisory_xact_lock(${lockOf(about)})`,
    );
    let result: Result;
    try {
      result = await work({
        rows: async (statement, values) => (await this.#ask(client, statement, values)).rows,
        run: async (statement, values) => (await this.#ask(client, statement, values)).rowCount ?? 0,
      });
    } catch (error) {
      if (error instanceof ConnectionLost) throw error;
      await this.#ask(client, 'ROLLBACK').catch((failure: unknown) => {
        throw new ConnectionLost('', { cause: failure });
      });
      throw error;
    }
    try {
      await this.#ask(client, 'COMMIT');
    } catch (error) {
      throw error instanceof ConnectionLost ? new StoreAway(false, error) : error;
    }
    return result;
  }

  async #ask(client: PoolClient, statement: string, values: readonly SqlValue[] = []): Promise<QueryResult<SqlRow>> {
    try {
      const own = this.#own(statement);
      return values.length === 0 ? await client.query<SqlRow>(own) : await client.query<SqlRow>(own, storable(values));
    } catch (error) {
      throw isAway(error) ? new ConnectionLost('', { cause: error }) : error;
    }
  }

  /** A statement as PostgreSQL writes it. */
  #own(statement: string): string {
    let own = this.#statements.get(statement);
    if (own === undefined) {
      let place = 0;
      own = statement.replaceAll('COLLATE BINARY', 'COLLATE "C"').replace(/\?/g, () => {
        place += 1;
        return `$${place}`;
      });
      if (this.#statements.size < 500) this.#statements.set(statement, own);
    }
    return own;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** The number that PostgreSQL knows a lock by; two things that share one only wait for one another. */
function lockOf(about: string): bigint {
  return createHash('sha256').update(`faceplate ${about}`).digest().readBigInt64BE();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the database was unavailable; its own answers are distinguished from that by their SQLSTATE and severity. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return !('severity' in error) || AWAY.has(code) || AWAY.has(code.slice(0, 2));
}
