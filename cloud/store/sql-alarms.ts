import { wordsOf } from '../../model/values/message.ts';
import type { AlarmQuery, AlarmSource, AlarmStore, KeptAlarm, RaisedAlarm } from './alarms.ts';
import type { Listed } from './listed.ts';
import type { SqlDatabase, SqlRow, SqlTransaction, SqlValue } from './sql.ts';
import { like, listRows, messageIn, numberIn, textIn } from './sql-rows.ts';
import { switchNamed } from './sql-switches.ts';

/** Maximum number of alarms of a switch: active ones by its reports, one-time events, and cleared ones. */
const STANDING = 64;
const NOTED = 20;
const OVER = 100;

const orders = { raisedAt: 'a.raised_at', severity: 'a.severity', serial: 'a.serial' } as const;

/** Alarms in tables; the number of active ones is kept with each switch. */
export class SqlAlarms implements AlarmStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async stand(serial: string, source: AlarmSource, alarms: readonly RaisedAlarm[], at: number): Promise<void> {
    const wanted = new Map(alarms.slice(0, STANDING).map((alarm) => [alarm.mark, alarm]));
    await this.#database.transaction(async (sql) => {
      const tenant = await tenantOf(sql, serial);
      if (tenant === undefined) return;
      const present = await sql.rows(
        'SELECT number, mark, words FROM alarms WHERE serial = ? AND source = ? AND cleared_at = 0',
        [serial, source],
      );
      const gone = present.filter((row) => !wanted.has(textIn(row, 'mark')));
      for (const row of gone) await clear(sql, serial, numberIn(row, 'number'), at);
      const marks = new Map(present.map((row) => [textIn(row, 'mark'), row]));
      let isChanged = gone.length > 0;
      for (const alarm of wanted.values()) {
        const former = marks.get(alarm.mark);
        if (!former) await raise(sql, { serial, tenant, source }, alarm, at);
        else if (textIn(former, 'words') === wordsOf(alarm.said)) continue;
        else await say(sql, serial, numberIn(former, 'number'), alarm, at);
        isChanged = true;
      }
      if (isChanged) await countAgain(sql, serial);
    }, switchNamed(serial));
  }

  async note(serial: string, alarm: RaisedAlarm, at: number): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const tenant = await tenantOf(sql, serial);
      if (tenant === undefined) return;
      const present = await sql.rows(
        "SELECT number, mark FROM alarms WHERE serial = ? AND source = 'note' AND cleared_at = 0 ORDER BY last_at, number",
        [serial],
      );
      const former = present.find((row) => textIn(row, 'mark') === alarm.mark);
      if (former) await say(sql, serial, numberIn(former, 'number'), alarm, at);
      else {
        const tooMany = present.slice(0, Math.max(0, present.length - NOTED + 1));
        for (const row of tooMany) await clear(sql, serial, numberIn(row, 'number'), at);
        await raise(sql, { serial, tenant, source: 'note' }, alarm, at);
      }
      await countAgain(sql, serial);
    }, switchNamed(serial));
  }

  acknowledge(tenant: string, serial: string, number: number, by: { user: string; at: number }): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const changed = await sql.run(
        `UPDATE alarms SET acknowledged_at = ?, acknowledged_by = ?,
           cleared_at = CASE WHEN source = 'note' THEN ? ELSE cleared_at END
         WHERE tenant = ? AND serial = ? AND number = ? AND cleared_at = 0 AND acknowledged_at = 0`,
        [by.at, by.user, by.at, tenant, serial, number],
      );
      if (changed > 0) await countAgain(sql, serial);
      return changed > 0;
    });
  }

  list(query: AlarmQuery): Promise<Listed<KeptAlarm>> {
    const { tenant, search, standing, severity, serial, orderBy, descending, offset, limit } = query;
    const wanted = ['a.tenant = ?'];
    const values: SqlValue[] = [tenant];
    if (standing !== undefined) wanted.push(standing === 'cleared' ? 'a.cleared_at > 0' : 'a.cleared_at = 0');
    if (standing === 'open') wanted.push('a.acknowledged_at = 0');
    if (severity !== undefined) {
      wanted.push('a.severity <= ?');
      values.push(severity);
    }
    if (serial !== undefined) {
      wanted.push('a.serial = ?');
      values.push(serial);
    }
    if (search !== '') {
      wanted.push(`LOWER(a.words) || ' ' || s.found_by LIKE ? ESCAPE '!'`);
      values.push(like(search));
    }
    return listRows(
      this.#database,
      {
        columns: 'a.*, s.name AS name',
        from: `alarms a JOIN switches s ON s.serial = a.serial WHERE ${wanted.join(' AND ')}`,
        values,
        order: `${orders[orderBy]} ${descending ? 'DESC' : 'ASC'}, a.serial, a.number DESC`,
        offset,
        limit,
      },
      readAlarm,
    );
  }

  watchLines(alarm: RaisedAlarm, since: number, at: number, limit: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const { mark } = alarm;
      const silent = await sql.rows(
        `SELECT serial, tenant FROM switches s WHERE gateway = '' AND last_seen > 0 AND last_seen < ? AND NOT EXISTS
           (SELECT 1 FROM alarms a WHERE a.serial = s.serial AND a.source = 'line' AND a.mark = ? AND a.cleared_at = 0)
         ORDER BY serial LIMIT ?`,
        [since, mark, limit],
      );
      for (const row of silent) {
        const serial = textIn(row, 'serial');
        await raise(sql, { serial, tenant: textIn(row, 'tenant'), source: 'line' }, alarm, at);
        await countAgain(sql, serial);
      }
      const back = await sql.rows(
        `SELECT a.serial AS serial, a.number AS number FROM alarms a JOIN switches s ON s.serial = a.serial
         WHERE a.source = 'line' AND a.mark = ? AND a.cleared_at = 0 AND s.gateway <> '' ORDER BY a.serial LIMIT ?`,
        [mark, limit],
      );
      for (const row of back) {
        const serial = textIn(row, 'serial');
        await clear(sql, serial, numberIn(row, 'number'), at);
        await countAgain(sql, serial);
      }
      return silent.length + back.length > 0;
    });
  }

  async forget(noted: number, cleared: number): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const old = await sql.rows(
        "SELECT serial, number, last_at FROM alarms WHERE source = 'note' AND cleared_at = 0 AND last_at < ?",
        [noted],
      );
      for (const row of old) await clear(sql, textIn(row, 'serial'), numberIn(row, 'number'), noted);
      for (const serial of new Set(old.map((row) => textIn(row, 'serial')))) await countAgain(sql, serial);
      await sql.run('DELETE FROM alarms WHERE cleared_at > 0 AND cleared_at < ?', [cleared]);
    });
  }
}

async function tenantOf(sql: SqlTransaction, serial: string): Promise<string | undefined> {
  const [row] = await sql.rows('SELECT tenant FROM switches WHERE serial = ?', [serial]);
  return row && textIn(row, 'tenant');
}

async function raise(
  sql: SqlTransaction,
  { serial, tenant, source }: { readonly serial: string; readonly tenant: string; readonly source: string },
  { mark, kind, severity, said }: RaisedAlarm,
  at: number,
): Promise<void> {
  const [last] = await sql.rows('SELECT MAX(number) AS last FROM alarms WHERE serial = ?', [serial]);
  const number = (last ? numberIn(last, 'last') : 0) + 1;
  await sql.run(
    `INSERT INTO alarms (serial, number, tenant, source, mark, kind, severity, said, words, raised_at, last_at, times)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    [serial, number, tenant, source, mark, kind, severity, JSON.stringify(said), wordsOf(said), at, at],
  );
  await sql.run('DELETE FROM alarms WHERE serial = ? AND cleared_at > 0 AND number <= ?', [serial, number - OVER]);
}

/** It is already active, and reported again: perhaps with other words. */
async function say(
  sql: SqlTransaction,
  serial: string,
  number: number,
  { severity, said }: RaisedAlarm,
  at: number,
): Promise<void> {
  await sql.run(
    'UPDATE alarms SET severity = ?, said = ?, words = ?, last_at = ?, times = times + 1 WHERE serial = ? AND number = ?',
    [severity, JSON.stringify(said), wordsOf(said), at, serial, number],
  );
}

async function clear(sql: SqlTransaction, serial: string, number: number, at: number): Promise<void> {
  await sql.run('UPDATE alarms SET cleared_at = ? WHERE serial = ? AND number = ?', [at, serial, number]);
}

async function countAgain(sql: SqlTransaction, serial: string): Promise<void> {
  const stands = 'FROM alarms WHERE serial = ? AND cleared_at = 0';
  await sql.run(
    `UPDATE switches SET alarms = (SELECT COUNT(*) ${stands}), worst_alarm = (SELECT COALESCE(MIN(severity), 8) ${stands})
     WHERE serial = ?`,
    [serial, serial, serial],
  );
}

function readAlarm(row: SqlRow): KeptAlarm {
  return {
    serial: textIn(row, 'serial'),
    number: numberIn(row, 'number'),
    mark: textIn(row, 'mark'),
    kind: textIn(row, 'kind'),
    severity: numberIn(row, 'severity'),
    said: messageIn(row, 'said') ?? { text: textIn(row, 'words') },
    raisedAt: numberIn(row, 'raised_at'),
    lastAt: numberIn(row, 'last_at'),
    count: numberIn(row, 'times'),
    clearedAt: numberIn(row, 'cleared_at'),
    acknowledgedBy: textIn(row, 'acknowledged_by'),
    acknowledgedAt: numberIn(row, 'acknowledged_at'),
    name: textIn(row, 'name'),
  };
}
