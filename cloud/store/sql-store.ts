import { BAD_REVISIONS, type SwitchReport } from '../../protocols/cloud/report.ts';
import type { AccountStore } from './accounts.ts';
import type { AlarmStore } from './alarms.ts';
import type { AuditEntry, AuditStore } from './audit.ts';
import type { CertificateStore } from './certificates.ts';
import type { ClaimStore, ProvenClaim } from './claims.ts';
import type { FirmwareStore } from './firmware-images.ts';
import type { LineStore } from './lines.ts';
import type { RevisionStore } from './revision.ts';
import type { RolloutStore } from './rollouts.ts';
import { schema } from './schema.ts';
import type { SessionStore } from './sessions.ts';
import { sortKey } from './sort-key.ts';
import type { SqlDatabase, SqlTransaction, SqlValue } from './sql.ts';
import { SqlAccounts } from './sql-accounts.ts';
import { SqlAlarms } from './sql-alarms.ts';
import { SqlAudit } from './sql-audit.ts';
import { putCertificate, revoke, SqlCertificates } from './sql-certificates.ts';
import { SqlClaims } from './sql-claims.ts';
import { SqlFirmware } from './sql-firmware.ts';
import { givenLines, LAST_WORD, SqlLines } from './sql-lines.ts';
import { SqlRevisions } from './sql-revisions.ts';
import { SqlRollouts } from './sql-rollouts.ts';
import { folded, like, listRows, numberIn, textIn } from './sql-rows.ts';
import { SqlSessions } from './sql-sessions.ts';
import { readSwitch, switchIn, switchNamed } from './sql-switches.ts';
import type { Store } from './store.ts';
import type { KeptSwitch, ReportedBy, SwitchColumn, SwitchQuery } from './switches.ts';

/**
 * Milliseconds since the end of a certificate after which its revocation no longer matters: clocks are wrong by less.
 */
const LONG_ENDED = 2 * 365 * 86_400_000;

/**
 * Brings the tables of a database up to date and gives back what is kept in them; `audited` is called with each entry of the audit
 * trail. Rejects where they are of a later version.
 */
export async function openSqlStore(database: SqlDatabase, audited?: (entry: AuditEntry) => void): Promise<Store> {
  await database.transaction(async (sql) => {
    await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
    const [row] = await sql.rows('SELECT version FROM schema_version');
    const present = row ? numberIn(row, 'version') : 0;
    if (present > schema.length) throw new Error('The store was written by a later version of the cloud.');
    for (const step of schema.slice(present).flat()) await (typeof step === 'string' ? sql.run(step) : step(sql));
    if (row) await sql.run('UPDATE schema_version SET version = ?', [schema.length]);
    else await sql.run('INSERT INTO schema_version (version) VALUES (?)', [schema.length]);
  }, 'schema');
  return new SqlStore(database, audited);
}

/** A line is open while a gateway has it. */
const CONDITION = "CASE WHEN gateway = '' THEN 1 ELSE 0 END";

/** Whether the wanted revision is one that the switch took back or refused; they are kept as a list in JSON. */
const IS_BAD = `REPLACE(REPLACE(bad_revisions, '[', ','), ']', ',') LIKE '%,' || desired_revision || ',%'`;

const orders: Readonly<Record<SwitchColumn, string>> = {
  serial: 'serial COLLATE BINARY',
  name: 'sort_key COLLATE BINARY',
  model: 'model COLLATE BINARY',
  address: 'address COLLATE BINARY',
  version: 'version COLLATE BINARY',
  lastSeen: 'last_seen',
  alarms: 'alarms',
  condition: CONDITION,
};

class SqlStore implements Store {
  readonly #database: SqlDatabase;
  readonly lines: LineStore;
  readonly revisions: RevisionStore;
  readonly claims: ClaimStore;
  readonly certificates: CertificateStore;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly rollouts: RolloutStore;
  readonly alarms: AlarmStore;
  readonly firmware: FirmwareStore;
  readonly sessions: SessionStore;

  constructor(database: SqlDatabase, audited: ((entry: AuditEntry) => void) | undefined) {
    this.#database = database;
    this.lines = new SqlLines(database);
    this.revisions = new SqlRevisions(database);
    this.claims = new SqlClaims(database);
    this.certificates = new SqlCertificates(database);
    this.accounts = new SqlAccounts(database);
    this.audit = new SqlAudit(database, audited);
    this.rollouts = new SqlRollouts(database);
    this.alarms = new SqlAlarms(database);
    this.firmware = new SqlFirmware(database);
    this.sessions = new SqlSessions(database);
  }

  switchOf(serial: string): Promise<KeptSwitch | undefined> {
    return switchIn(this.#database, serial);
  }

  listSwitches(query: SwitchQuery) {
    const { tenant, search, condition, drifted, isAlarmed, except, models, orderBy, descending, offset, limit } = query;
    const wanted = ['tenant = ?'];
    const values: SqlValue[] = [tenant];
    if (search !== '') {
      wanted.push(`found_by LIKE ? ESCAPE '!'`);
      values.push(like(search));
    }
    if (condition !== undefined) wanted.push(condition === 'connected' ? "gateway <> ''" : "gateway = ''");
    if (isAlarmed) wanted.push('alarms > 0');
    if (drifted) wanted.push('desired_revision > 0 AND (desired_revision <> reported_revision OR differs > 0)');
    if (except !== undefined) {
      wanted.push('serial <> ?');
      values.push(except);
    }
    if (models !== undefined) {
      wanted.push(`model IN (${models.map(() => '?').join(', ')})`);
      values.push(...models);
    }
    const where = wanted.join(' AND ');
    const order = `${orders[orderBy]} ${descending ? 'DESC' : 'ASC'}, serial COLLATE BINARY ASC`;
    return listRows(this.#database, { from: `switches WHERE ${where}`, values, order, offset, limit }, readSwitch);
  }

  report(
    serial: string,
    report: SwitchReport,
    { gateway, address, line, reportNumber, at }: ReportedBy,
  ): Promise<KeptSwitch | 'outdated' | undefined> {
    const { model, version, name, owner, revision, safeRevision, badRevisions, hash, revisionHash } = report;
    const differs = revisionHash !== undefined && revisionHash !== hash ? 1 : 0;
    return this.#database.transaction(async (sql) => {
      const former = await switchIn(sql, serial);
      if (!former) return undefined;
      if (line < former.line || (line === former.line && reportNumber <= former.reportNumber)) return 'outdated';
      const bad = [...new Set([...former.badRevisions, ...badRevisions])].sort((a, b) => a - b).slice(-BAD_REVISIONS);
      await sql.run(
        `UPDATE switches SET model = ?, version = ?, name = ?, owner = ?, reported_revision = ?, differs = ?, safe_revision = ?,
         bad_revisions = ?, report = ?, address = ?, connected_at = ?, gateway = ?, line = ?, report_number = ?,
         pending_until = ?, last_seen = ?, reported_at = ?, found_by = ?, sort_key = ? WHERE serial = ?`,
        [
          model,
          version,
          name,
          owner,
          revision,
          differs,
          safeRevision,
          JSON.stringify(bad),
          JSON.stringify(report),
          address,
          former.gateway === '' ? at : former.connectedAt,
          gateway,
          line,
          reportNumber,
          report.pending ? Math.ceil(at + report.pending.secondsLeft * 1000) : 0,
          at,
          at,
          folded([serial, name, model, address, version].join(' ')),
          sortKey(name),
          serial,
        ],
      );
      return former;
    }, switchNamed(serial));
  }

  async committed({ serial, line, reportNumber }: KeptSwitch, revision: number, hash: string): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (!present?.report || present.line !== line || present.reportNumber !== reportNumber) return;
      const { pending: _, ...report } = { ...present.report, revision, hash, revisionHash: hash };
      await sql.run(
        'UPDATE switches SET reported_revision = ?, differs = 0, pending_until = 0, report = ? WHERE serial = ?',
        [revision, JSON.stringify(report), serial],
      );
    }, switchNamed(serial));
  }

  async listBehind(limit: number, now: number, after = ''): Promise<readonly string[]> {
    const rows = await this.#database.rows(
      `SELECT serial FROM switches WHERE serial COLLATE BINARY > ? AND gateway <> '' AND owner = 'cloud'
       AND (desired_revision = 0 OR reported_revision > desired_revision
         OR (pending_until > 0 AND pending_until < ?) OR (reported_revision < desired_revision AND NOT ${IS_BAD}))
       ORDER BY serial COLLATE BINARY LIMIT ?`,
      [after, now, limit],
    );
    return rows.map((row) => textIn(row, 'serial'));
  }

  takeTurn(name: string, holder: string, now: number, length: number): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.rows('SELECT holder, valid_until FROM turns WHERE name = ?', [name]);
      const until = row ? numberIn(row, 'valid_until') : 0;
      // One that lasts for much longer than turns do comes from a clock that was ahead.
      const isTaken = until > now && until <= now + 2 * length;
      if (row && textIn(row, 'holder') !== holder && isTaken) return false;
      await sql.run('DELETE FROM turns WHERE name = ?', [name]);
      await sql.run('INSERT INTO turns (name, holder, valid_until) VALUES (?, ?, ?)', [name, holder, now + length]);
      return true;
    }, `turn ${name}`);
  }

  share(name: string, made: string): Promise<string> {
    return this.#database.transaction(async (sql) => {
      const kept = await sharedIn(sql, name);
      if (kept !== undefined) return kept;
      await sql.run('INSERT INTO shared (name, content) VALUES (?, ?)', [name, made]);
      return made;
    }, `shared ${name}`);
  }

  shared(name: string): Promise<string | undefined> {
    return sharedIn(this.#database, name);
  }

  reshare(name: string, value: string): Promise<void> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM shared WHERE name = ?', [name]);
      await sql.run('INSERT INTO shared (name, content) VALUES (?, ?)', [name, value]);
    }, `shared ${name}`);
  }

  releaseSwitch(serial: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      await revoke(sql, 'serial = ?', [serial]);
      for (const table of ['revisions', 'claims', 'alarms']) {
        await sql.run(`DELETE FROM ${table} WHERE serial = ?`, [serial]);
      }
      // It is no longer awaited.
      await sql.run(
        "UPDATE rollout_members SET state = 'leftOut' WHERE serial = ? AND state IN ('waiting', 'sent', 'unreachable')",
        [serial],
      );
      return (await sql.run('DELETE FROM switches WHERE serial = ?', [serial])) > 0;
    }, switchNamed(serial));
  }

  claimed({ serial, tenant, user, code, keyHash, model, at, certificate }: ProvenClaim): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present && present.tenant !== tenant) return false;
      const others = await sql.rows('SELECT 1 AS found FROM switches WHERE key_hash = ? AND serial <> ?', [
        keyHash,
        serial,
      ]);
      if (others.length > 0) return false;
      if (code !== undefined) {
        const which = 'serial = ? AND tenant = ? AND code = ?';
        const waiting = await sql.rows(`SELECT 1 AS found FROM claims WHERE ${which}`, [serial, tenant, code]);
        if (waiting.length === 0) return false;
      }
      if (present) {
        await sql.run(
          // A new key is a switch that was reset: it has nothing of what it was given before.
          `UPDATE switches SET key_hash = ?, model = ?, claimed_at = ?, claimed_by = ?, desired_revision = 0, report = '' WHERE serial = ?`,
          [keyHash, model, at, user, serial],
        );
      } else {
        await sql.run(
          // Lines of the time when it was somebody else's are over.
          `INSERT INTO switches (serial, tenant, key_hash, model, claimed_at, claimed_by, found_by, line, report_number)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            serial,
            tenant,
            keyHash,
            model,
            at,
            user,
            folded(`${serial} ${model}`),
            await givenLines(sql, serial),
            LAST_WORD,
          ],
        );
      }
      await sql.run('DELETE FROM claims WHERE serial = ?', [serial]);
      await revoke(sql, 'serial = ?', [serial]);
      await sql.run('DELETE FROM revoked WHERE valid_until < ?', [at - LONG_ENDED]);
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(serial));
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

async function sharedIn(sql: Pick<SqlTransaction, 'rows'>, name: string): Promise<string | undefined> {
  const [row] = await sql.rows('SELECT content FROM shared WHERE name = ?', [name]);
  return row && textIn(row, 'content');
}
