import type { HeldLine, LineFinding, LineStore } from './lines.ts';
import type { SqlDatabase, SqlTransaction } from './sql.ts';
import { numberIn, textIn } from './sql-rows.ts';
import { switchIn, switchNamed } from './sql-switches.ts';

/** Number of a line's end: the last of its reports. */
export const LAST_WORD = Number.MAX_SAFE_INTEGER;

/** Lines of switches in tables. */
export class SqlLines implements LineStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  next(serial: string): Promise<number> {
    return this.#database.transaction(async (sql) => {
      const given = (await givenLines(sql, serial)) + 1;
      const changed = await sql.run('UPDATE lines SET given = ? WHERE serial = ?', [given, serial]);
      if (changed === 0) await sql.run('INSERT INTO lines (serial, given) VALUES (?, ?)', [serial, given]);
      return given;
    }, switchNamed(serial));
  }

  async ended(serial: string, line: number, at: number): Promise<void> {
    await this.#database.transaction(
      (sql) =>
        sql.run(
          `UPDATE switches SET gateway = '', last_seen = ?, line = ?, report_number = ?
           WHERE serial = ? AND (line < ? OR (line = ? AND report_number < ?))`,
          [at, line, LAST_WORD, serial, line, line, LAST_WORD],
        ),
      switchNamed(serial),
    );
  }

  async forgetGateway(gateway: string | undefined, at: number): Promise<void> {
    const [which, values] = gateway === undefined ? ["gateway <> ''", []] : ['gateway = ?', [gateway]];
    await this.#database.transaction(
      (sql) => sql.run(`UPDATE switches SET gateway = '', last_seen = ? WHERE ${which}`, [at, ...values]),
      'gateways',
    );
  }

  gatewayLives(gateway: string): Promise<readonly HeldLine[]> {
    return this.#database.transaction(async (sql) => {
      const known = await sql.run('UPDATE gateways SET missed = 0 WHERE id = ?', [gateway]);
      if (known === 0) await sql.run('INSERT INTO gateways (id, missed) VALUES (?, 0)', [gateway]);
      return linesIn(sql, gateway);
    }, gatewayNamed(gateway));
  }

  async keep(gateway: string, lines: readonly HeldLine[], at: number): Promise<readonly LineFinding[]> {
    const kept = await linesIn(this.#database, gateway);
    const present = new Map(kept.map(({ serial, line }) => [serial, line]));
    const findings: LineFinding[] = [];
    for (const held of lines) {
      const { serial, line } = held;
      const isKept = present.get(serial) === line || (await this.#keepOne(gateway, held, at));
      if (isKept) present.delete(serial);
      else
        findings.push({ serial, line, finding: (await switchIn(this.#database, serial)) ? 'outdated' : 'unclaimed' });
    }
    return [...findings, ...[...present].map(([serial, line]) => ({ serial, line, finding: 'unnamed' as const }))];
  }

  /** False where the line is known to be over, or older than another one. */
  async #keepOne(gateway: string, { serial, line }: HeldLine, at: number): Promise<boolean> {
    const changed = await this.#database.transaction(
      (sql) =>
        sql.run(
          `UPDATE switches SET connected_at = CASE WHEN gateway = '' THEN ? ELSE connected_at END, gateway = ?,
           report_number = CASE WHEN line = ? THEN report_number ELSE 0 END, line = ?
           WHERE serial = ? AND (line < ? OR (line = ? AND report_number < ?))`,
          [at, gateway, line, line, serial, line, line, LAST_WORD],
        ),
      switchNamed(serial),
    );
    return changed > 0;
  }

  async missGateways(calls: number, at: number): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM gateways WHERE missed >= ?', [calls]);
      await sql.run('UPDATE gateways SET missed = missed + 1');
      await sql.run(
        `UPDATE switches SET gateway = '', last_seen = ? WHERE gateway <> '' AND gateway NOT IN (SELECT id FROM gateways)`,
        [at],
      );
    }, 'gateways');
  }
}

function gatewayNamed(id: string): string {
  return `gateway ${id}`;
}

/** The lines of a gateway, as far as is known. */
async function linesIn(sql: Pick<SqlTransaction, 'rows'>, gateway: string): Promise<readonly HeldLine[]> {
  const rows = await sql.rows('SELECT serial, line FROM switches WHERE gateway = ?', [gateway]);
  return rows.map((row) => ({ serial: textIn(row, 'serial'), line: numberIn(row, 'line') }));
}

/** How many lines a switch was given by now. */
export async function givenLines(sql: Pick<SqlTransaction, 'rows'>, serial: string): Promise<number> {
  const [row] = await sql.rows('SELECT given FROM lines WHERE serial = ?', [serial]);
  return row ? numberIn(row, 'given') : 0;
}
