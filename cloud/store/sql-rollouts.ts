import { readFirmwareChange } from './firmware-change.ts';
import type { Listed, ListQuery } from './listed.ts';
import type { MadeRevision } from './revision.ts';
import type {
  CountedRollout,
  KeptRollout,
  MadeRollout,
  MemberQuery,
  MemberState,
  MemberTurn,
  NamedMember,
  RolloutMember,
  RolloutName,
  RolloutState,
  RolloutStore,
  WaveTally,
} from './rollouts.ts';
import type { SqlDatabase, SqlRow, SqlTransaction, SqlValue } from './sql.ts';
import { desireIn } from './sql-revisions.ts';
import { keptMessage, like, listRows, messageIn, numberIn, textIn } from './sql-rows.ts';

/** Rollouts that are kept of a tenant, beside those that have not come to an end. */
const KEPT_ROLLOUTS = 200;

/** Members and the switches that they are. */
const MEMBERS = `rollout_members m LEFT JOIN switches s ON s.serial = m.serial AND s.tenant = m.tenant
  WHERE m.tenant = ? AND m.rollout = ?`;

const memberColumns =
  'm.serial AS serial, m.wave AS wave, m.state AS state, m.revision AS revision, m.reason AS reason, m.changed_at AS changed_at';

/** Rollouts in tables. */
export class SqlRollouts implements RolloutStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  make(rollout: MadeRollout, members: readonly Pick<RolloutMember, 'serial' | 'wave'>[]): Promise<boolean> {
    const { tenant, name, kind, change, at, beginsAt, by } = rollout;
    return this.#database.transaction(async (sql) => {
      if (await rolloutIn(sql, { tenant, name })) return false;
      if (kind === 'firmware') {
        const { digest } = readFirmwareChange(change);
        const found = await sql.rows('SELECT 1 AS found FROM firmware WHERE tenant = ? AND digest = ?', [
          tenant,
          digest,
        ]);
        if (found.length === 0) return false;
      }
      await sql.run(
        `INSERT INTO rollouts (tenant, name, kind, change, state, made_at, begins_at, made_by, changed_at)
         VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?)`,
        [tenant, name, kind, change, at, beginsAt, by, at],
      );
      for (const [place, { serial, wave }] of members.entries()) {
        await sql.run(
          `INSERT INTO rollout_members (tenant, rollout, serial, wave, place, state, changed_at)
           VALUES (?, ?, ?, ?, ?, 'waiting', ?)`,
          [tenant, name, serial, wave, place, at],
        );
      }
      const old = await sql.rows(
        `SELECT name FROM rollouts WHERE tenant = ? AND state IN ('done', 'aborted')
         ORDER BY made_at DESC, name LIMIT 1000 OFFSET ?`,
        [tenant, KEPT_ROLLOUTS],
      );
      for (const row of old) await removeIn(sql, { tenant, name: textIn(row, 'name') });
      return true;
    });
  }

  of(name: RolloutName): Promise<CountedRollout | undefined> {
    return this.#database.transaction(async (sql) => {
      const found = await rolloutIn(sql, name);
      return found && (await counted(sql, found));
    });
  }

  list({ tenant, search, offset, limit }: Pick<ListQuery<never>, 'tenant' | 'search' | 'offset' | 'limit'>) {
    const found = search === '' ? '' : ` AND LOWER(name || ' ' || made_by) LIKE ? ESCAPE '!'`;
    const values = search === '' ? [tenant] : [tenant, like(search)];
    return this.#database.transaction(async (sql): Promise<Listed<CountedRollout>> => {
      const [count] = await sql.rows(`SELECT COUNT(*) AS total FROM rollouts WHERE tenant = ?${found}`, values);
      const page = `SELECT * FROM rollouts WHERE tenant = ?${found} ORDER BY made_at DESC, name LIMIT ? OFFSET ?`;
      const rows: CountedRollout[] = [];
      for (const row of await sql.rows(page, [...values, limit, offset]))
        rows.push(await counted(sql, readRollout(row)));
      return { total: count ? numberIn(count, 'total') : 0, rows };
    });
  }

  live(): Promise<readonly KeptRollout[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows(
        `SELECT * FROM rollouts WHERE state = 'running' OR EXISTS (SELECT 1 FROM rollout_members m
         WHERE m.tenant = rollouts.tenant AND m.rollout = rollouts.name AND m.state IN ('sent', 'unreachable'))`,
      );
      return rows.map(readRollout);
    });
  }

  async turn(
    { tenant, name }: RolloutName,
    from: RolloutState,
    to: RolloutState,
    { reason, changedAt }: Pick<KeptRollout, 'reason' | 'changedAt'>,
  ): Promise<boolean> {
    const changed = await this.#database.transaction((sql) =>
      sql.run('UPDATE rollouts SET state = ?, reason = ?, changed_at = ? WHERE tenant = ? AND name = ? AND state = ?', [
        to,
        keptMessage(reason),
        changedAt,
        tenant,
        name,
        from,
      ]),
    );
    return changed > 0;
  }

  resume({ tenant, name }: RolloutName, from: RolloutState, at: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const changed = await sql.run(
        "UPDATE rollouts SET state = 'running', reason = '', changed_at = ? WHERE tenant = ? AND name = ? AND state = ?",
        [at, tenant, name, from],
      );
      if (changed === 0) return false;
      await sql.run(
        `UPDATE rollout_members SET state = 'waiting', reason = '', revision = 0, changed_at = ?
         WHERE tenant = ? AND rollout = ? AND state IN ('cameBack', 'refused', 'unreachable', 'leftOut')`,
        [at, tenant, name],
      );
      return true;
    });
  }

  remove(name: RolloutName): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const found = await rolloutIn(sql, name);
      if (!found || found.state === 'running') return false;
      await removeIn(sql, name);
      return true;
    });
  }

  tally({ tenant, name }: RolloutName): Promise<readonly WaveTally[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows(
        `SELECT wave, stands, COUNT(*) AS total FROM (
           SELECT m.wave AS wave, CASE
             WHEN m.state = 'waiting' AND s.gateway <> '' THEN 'ready'
             WHEN m.state = 'waiting' THEN 'away'
             WHEN m.state IN ('cameBack', 'refused') THEN 'failed'
             ELSE m.state END AS stands
           FROM ${MEMBERS}
         ) counted GROUP BY wave, stands ORDER BY wave`,
        [tenant, name],
      );
      const none = { ready: 0, away: 0, sent: 0, done: 0, failed: 0, unreachable: 0 };
      const waves = new Map<number, Record<string, number>>();
      for (const row of rows) {
        const wave = numberIn(row, 'wave');
        const tally = waves.get(wave) ?? { ...none };
        tally[textIn(row, 'stands')] = numberIn(row, 'total');
        waves.set(wave, tally);
      }
      return [...waves].map(([wave, tally]) => ({ ...none, ...tally, wave }));
    });
  }

  members({ tenant, name }: RolloutName, { search, state, offset, limit }: MemberQuery): Promise<Listed<NamedMember>> {
    const wanted: string[] = [];
    const values: SqlValue[] = [tenant, name];
    if (state !== undefined) {
      wanted.push(' AND m.state = ?');
      values.push(state);
    }
    if (search !== '') {
      wanted.push(` AND COALESCE(s.found_by, LOWER(m.serial)) LIKE ? ESCAPE '!'`);
      values.push(like(search));
    }
    return listRows(
      this.#database,
      {
        columns: `${memberColumns}, s.name AS name, s.model AS model`,
        from: `${MEMBERS}${wanted.join('')}`,
        values,
        order: 'm.wave, m.place',
        offset,
        limit,
      },
      (row) => ({ ...readMember(row), name: textIn(row, 'name'), model: textIn(row, 'model') }),
    );
  }

  open({ tenant, name }: RolloutName, lostSince: number): Promise<readonly RolloutMember[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows(
        `SELECT ${memberColumns} FROM ${MEMBERS} AND (m.state IN ('sent', 'unreachable')
           OR (m.state = 'done' AND s.gateway = '' AND s.last_seen < ?)) ORDER BY m.wave, m.place`,
        [tenant, name, lostSince],
      );
      return rows.map(readMember);
    });
  }

  due({ tenant, name }: RolloutName, wave: number, limit: number): Promise<readonly RolloutMember[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows(
        `SELECT ${memberColumns} FROM ${MEMBERS} AND m.state = 'waiting' AND s.gateway <> '' AND m.wave <= ?
         ORDER BY m.wave, m.place LIMIT ?`,
        [tenant, name, wave, limit],
      );
      return rows.map(readMember);
    });
  }

  send(
    { tenant, name }: RolloutName,
    serial: string,
    { from, make, at }: { readonly from: number; readonly make: MadeRevision | undefined; readonly at: number },
  ): Promise<number | undefined> {
    return this.#database.transaction(async (sql) => {
      // One that was stopped in the meantime no longer changes switches.
      if ((await rolloutIn(sql, { tenant, name }))?.state !== 'running') return undefined;
      const waits = await sql.rows(
        "SELECT 1 AS found FROM rollout_members WHERE tenant = ? AND rollout = ? AND serial = ? AND state = 'waiting'",
        [tenant, name, serial],
      );
      if (waits.length === 0) return undefined;
      const revision = make ? await desireIn(sql, serial, from, make) : from;
      if (revision === undefined) return undefined;
      await sql.run(
        `UPDATE rollout_members SET state = 'sent', revision = ?, reason = '', changed_at = ?
         WHERE tenant = ? AND rollout = ? AND serial = ?`,
        [revision, at, tenant, name, serial],
      );
      return revision;
    });
  }

  async settle({ tenant, name }: RolloutName, serial: string, { from, to, reason, at }: MemberTurn): Promise<boolean> {
    const changed = await this.#database.transaction((sql) =>
      sql.run(
        `UPDATE rollout_members SET state = ?, reason = ?, changed_at = ?
         WHERE tenant = ? AND rollout = ? AND serial = ? AND state = ?`,
        [to, keptMessage(reason), at, tenant, name, serial, from],
      ),
    );
    return changed > 0;
  }
}

async function rolloutIn(sql: SqlTransaction, { tenant, name }: RolloutName): Promise<KeptRollout | undefined> {
  const [row] = await sql.rows('SELECT * FROM rollouts WHERE tenant = ? AND name = ?', [tenant, name]);
  return row && readRollout(row);
}

async function removeIn(sql: SqlTransaction, { tenant, name }: RolloutName): Promise<void> {
  await sql.run('DELETE FROM rollout_members WHERE tenant = ? AND rollout = ?', [tenant, name]);
  await sql.run('DELETE FROM rollouts WHERE tenant = ? AND name = ?', [tenant, name]);
}

async function counted(sql: SqlTransaction, rollout: KeptRollout): Promise<CountedRollout> {
  const rows = await sql.rows(
    'SELECT state, COUNT(*) AS total FROM rollout_members WHERE tenant = ? AND rollout = ? GROUP BY state',
    [rollout.tenant, rollout.name],
  );
  const none = { waiting: 0, sent: 0, done: 0, cameBack: 0, refused: 0, unreachable: 0, leftOut: 0, takenOut: 0 };
  return {
    ...rollout,
    counts: { ...none, ...Object.fromEntries(rows.map((row) => [textIn(row, 'state'), numberIn(row, 'total')])) },
  };
}

function readRollout(row: SqlRow): KeptRollout {
  return {
    tenant: textIn(row, 'tenant'),
    name: textIn(row, 'name'),
    kind: textIn(row, 'kind') === 'firmware' ? 'firmware' : 'settings',
    change: textIn(row, 'change'),
    // Nothing else is ever written there.
    state: textIn(row, 'state') as RolloutState,
    reason: messageIn(row, 'reason'),
    at: numberIn(row, 'made_at'),
    beginsAt: numberIn(row, 'begins_at'),
    by: textIn(row, 'made_by'),
    changedAt: numberIn(row, 'changed_at'),
  };
}

function readMember(row: SqlRow): RolloutMember {
  return {
    serial: textIn(row, 'serial'),
    wave: numberIn(row, 'wave'),
    // As above.
    state: textIn(row, 'state') as MemberState,
    revision: numberIn(row, 'revision'),
    reason: messageIn(row, 'reason'),
    at: numberIn(row, 'changed_at'),
  };
}
