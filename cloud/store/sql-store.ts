import { type Message, wordsOf } from '../../model/values/message.ts';
import { BAD_REVISIONS, type SwitchReport } from '../../protocols/cloud/report.ts';
import type { AlarmStore } from './alarms.ts';
import type { FirmwareStore } from './firmware-images.ts';
import type { Listed, ListQuery } from './listed.ts';
import type { KeptRevision, MadeRevision } from './revision.ts';
import type { RolloutStore } from './rollouts.ts';
import { schema } from './schema.ts';
import type { SessionStore } from './sessions.ts';
import { sortKey } from './sort-key.ts';
import type { SqlDatabase, SqlRow, SqlTransaction, SqlValue } from './sql.ts';
import { SqlAlarms } from './sql-alarms.ts';
import { SqlFirmware } from './sql-firmware.ts';
import { desireIn, putRevision, takeRevision } from './sql-revisions.ts';
import { SqlRollouts } from './sql-rollouts.ts';
import { folded, keptMessage, like, listRows, messageIn, numberIn, textIn } from './sql-rows.ts';
import { ACCOUNTS, endSessionsOf, SqlSessions } from './sql-sessions.ts';
import { readSwitch, switchIn, switchNamed } from './sql-switches.ts';
import type {
  AuditEntry,
  HeldLine,
  KeptAuditEntry,
  KeptCertificate,
  KeptSwitch,
  KeptUser,
  LineFinding,
  NewClaim,
  PendingClaim,
  ProvenClaim,
  ReportedBy,
  Store,
  SwitchColumn,
  SwitchQuery,
} from './store.ts';

/** Entries of the audit trail that are kept of a tenant at least, and at how many entries of all of them each is looked through. */
const KEPT_ENTRIES = 100_000;
const LOOKED_THROUGH = 512;

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

/** Number of a line's end: the last of its reports. */
const LAST_WORD = Number.MAX_SAFE_INTEGER;

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
  readonly #audited: ((entry: AuditEntry) => void) | undefined;
  readonly rollouts: RolloutStore;
  readonly alarms: AlarmStore;
  readonly firmware: FirmwareStore;
  readonly sessions: SessionStore;

  constructor(database: SqlDatabase, audited: ((entry: AuditEntry) => void) | undefined) {
    this.#audited = audited;
    this.#database = database;
    this.rollouts = new SqlRollouts(database);
    this.alarms = new SqlAlarms(database);
    this.firmware = new SqlFirmware(database);
    this.sessions = new SqlSessions(database);
  }

  switchOf(serial: string): Promise<KeptSwitch | undefined> {
    return switchIn(this.#database, serial);
  }

  listSwitches({ tenant, search, condition, drifted, isAlarmed, orderBy, descending, offset, limit }: SwitchQuery) {
    const wanted = ['tenant = ?'];
    const values: SqlValue[] = [tenant];
    if (search !== '') {
      wanted.push(`found_by LIKE ? ESCAPE '!'`);
      values.push(like(search));
    }
    if (condition !== undefined) wanted.push(condition === 'connected' ? "gateway <> ''" : "gateway = ''");
    if (isAlarmed) wanted.push('alarms > 0');
    if (drifted) wanted.push('desired_revision > 0 AND (desired_revision <> reported_revision OR differs > 0)');
    const where = wanted.join(' AND ');
    const order = `${orders[orderBy]} ${descending ? 'DESC' : 'ASC'}, serial COLLATE BINARY ASC`;
    return listRows(this.#database, { from: `switches WHERE ${where}`, values, order, offset, limit }, readSwitch);
  }

  nextLine(serial: string): Promise<number> {
    return this.#database.transaction(async (sql) => {
      const given = (await givenLines(sql, serial)) + 1;
      const changed = await sql.run('UPDATE lines SET given = ? WHERE serial = ?', [given, serial]);
      if (changed === 0) await sql.run('INSERT INTO lines (serial, given) VALUES (?, ?)', [serial, given]);
      return given;
    }, switchNamed(serial));
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
         pending_until = ?, last_seen = ?, found_by = ?, sort_key = ? WHERE serial = ?`,
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

  async disconnected(serial: string, line: number, at: number): Promise<void> {
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

  async keepLines(gateway: string, lines: readonly HeldLine[], at: number): Promise<readonly LineFinding[]> {
    const kept = await linesIn(this.#database, gateway);
    const present = new Map(kept.map(({ serial, line }) => [serial, line]));
    const findings: LineFinding[] = [];
    for (const held of lines) {
      const { serial, line } = held;
      const isKept = present.get(serial) === line || (await this.#keepLine(gateway, held, at));
      if (isKept) present.delete(serial);
      else findings.push({ serial, line, finding: (await this.switchOf(serial)) ? 'outdated' : 'unclaimed' });
    }
    return [...findings, ...[...present].map(([serial, line]) => ({ serial, line, finding: 'unnamed' as const }))];
  }

  /** False where the line is known to be over, or older than another one. */
  async #keepLine(gateway: string, { serial, line }: HeldLine, at: number): Promise<boolean> {
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

  nextRevision(serial: string): Promise<number> {
    return this.#database.transaction((sql) => takeRevision(sql, serial), switchNamed(serial));
  }

  desire(serial: string, from: number, made: MadeRevision): Promise<number | undefined> {
    return this.#database.transaction((sql) => desireIn(sql, serial, from, made), switchNamed(serial));
  }

  adopt(serial: string, revision: number, made: MadeRevision): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const changed = await sql.run(
        'UPDATE switches SET desired_revision = ? WHERE serial = ? AND desired_revision < ?',
        [revision, serial, revision],
      );
      if (changed === 0) return false;
      await putRevision(sql, serial, revision, made);
      return true;
    }, switchNamed(serial));
  }

  async revisionOf(serial: string, revision: number): Promise<KeptRevision | undefined> {
    const of = [serial, revision];
    const [row] = await this.#database.rows('SELECT * FROM revisions WHERE serial = ? AND revision = ?', of);
    return (
      row && {
        revision: numberIn(row, 'revision'),
        document: textIn(row, 'document'),
        hash: textIn(row, 'hash'),
        at: numberIn(row, 'made_at'),
        by: textIn(row, 'made_by'),
      }
    );
  }

  async markBad(serial: string, revision: number, refusal?: Message): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (!present || present.badRevisions.includes(revision)) return;
      const bad = [...present.badRevisions, revision].slice(-BAD_REVISIONS);
      await sql.run('UPDATE switches SET bad_revisions = ?, refusal = ? WHERE serial = ?', [
        JSON.stringify(bad),
        keptMessage(refusal),
        serial,
      ]);
    }, switchNamed(serial));
  }

  putClaim({ serial, code, tenant, user, until }: NewClaim): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present && present.tenant !== tenant) return false;
      await sql.run('DELETE FROM claims WHERE serial = ? AND tenant = ?', [serial, tenant]);
      await sql.run(
        'INSERT INTO claims (serial, code, tenant, user_name, valid_until, wrong_codes) VALUES (?, ?, ?, ?, ?, 0)',
        [serial, code, tenant, user, until],
      );
      return true;
    }, switchNamed(serial));
  }

  listClaims(tenant: string, now: number): Promise<readonly PendingClaim[]> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM claims WHERE valid_until <= ?', [now]);
      const rows = await sql.rows('SELECT * FROM claims WHERE tenant = ? ORDER BY serial COLLATE BINARY', [tenant]);
      return rows.map(readClaim);
    }, 'claims');
  }

  proveClaim(serial: string, code: string, now: number): Promise<PendingClaim | 'wrong' | undefined> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM claims WHERE serial = ? AND valid_until <= ?', [serial, now]);
      const rows = await sql.rows('SELECT * FROM claims WHERE serial = ? ORDER BY tenant COLLATE BINARY', [serial]);
      const claims = rows.map(readClaim);
      if (claims.length === 0) return undefined;
      return claims.find((claim) => claim.code === code) ?? 'wrong';
    }, switchNamed(serial));
  }

  async countWrongCode(serial: string): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE claims SET wrong_codes = wrong_codes + 1 WHERE serial = ?', [serial]),
      switchNamed(serial),
    );
  }

  async withdrawClaim(serial: string, tenant: string): Promise<boolean> {
    const gone = await this.#database.transaction(
      (sql) => sql.run('DELETE FROM claims WHERE serial = ? AND tenant = ?', [serial, tenant]),
      switchNamed(serial),
    );
    return gone > 0;
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

  renewCertificate(certificate: KeptCertificate, present: string): Promise<boolean> {
    const { serial } = certificate;
    return this.#database.transaction(async (sql) => {
      if (!(await isCertifiedIn(sql, serial, present))) return false;
      await revoke(sql, 'serial = ? AND number <> ?', [serial, present]);
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(serial));
  }

  isCertified(serial: string, number: string): Promise<boolean> {
    return isCertifiedIn(this.#database, serial, number);
  }

  certifyAgain(
    certificate: KeptCertificate,
    { tenant, keyHash }: Pick<KeptSwitch, 'tenant' | 'keyHash'>,
  ): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, certificate.serial);
      if (present?.tenant !== tenant || present.keyHash !== keyHash || present.report) return false;
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(certificate.serial));
  }

  takeUpCertificate(
    certificate: KeptCertificate,
    { tenant, keyHash }: Pick<KeptSwitch, 'tenant' | 'keyHash'>,
  ): Promise<boolean> {
    const { number, serial, until } = certificate;
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present?.tenant !== tenant || present.keyHash !== keyHash) return false;
      if ((await sql.rows('SELECT 1 AS found FROM revoked WHERE number = ?', [number])).length > 0) return false;
      const [latest] = await sql.rows('SELECT MAX(valid_until) AS latest FROM certificates WHERE serial = ?', [serial]);
      if (!latest || until <= numberIn(latest, 'latest')) return false;
      await putCertificate(sql, certificate);
      return true;
    }, switchNamed(serial));
  }

  async users(): Promise<readonly KeptUser[]> {
    return (await this.#database.rows('SELECT * FROM users ORDER BY name COLLATE BINARY')).map(readUser);
  }

  async renewHash(name: string, former: string, hash: string): Promise<void> {
    await this.#database.transaction(
      (sql) => sql.run('UPDATE users SET password_hash = ? WHERE name = ? AND password_hash = ?', [hash, name, former]),
      ACCOUNTS,
    );
  }

  async putUser(user: KeptUser, exceptSession?: string): Promise<void> {
    const { name, tenant, passwordHash, role } = user;
    await this.#database.transaction(async (sql) => {
      await endSessionsOf(sql, name, user, exceptSession);
      await sql.run('DELETE FROM users WHERE name = ?', [name]);
      await sql.run('INSERT INTO users (name, tenant, password_hash, role) VALUES (?, ?, ?, ?)', [
        name,
        tenant,
        passwordHash,
        role,
      ]);
    }, ACCOUNTS);
  }

  async removeUser(name: string): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await endSessionsOf(sql, name, undefined);
      await sql.run('DELETE FROM users WHERE name = ?', [name]);
    }, ACCOUNTS);
  }

  async addAudit(entry: AuditEntry): Promise<void> {
    const { at, tenant, user, source, serial, said } = entry;
    // Also where the store is away: then this is all that is left of it.
    this.#audited?.(entry);
    await this.#database.transaction(async (sql) => {
      const [last] = await sql.rows('SELECT MAX(number) AS last FROM audit');
      const number = (last ? numberIn(last, 'last') : 0) + 1;
      await sql.run(
        'INSERT INTO audit (number, at, tenant, user_name, source, serial, said, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [number, at, tenant, user, source, serial, JSON.stringify(said), wordsOf(said)],
      );
      // Activity of one tenant's switches and users displaces nothing of another one.
      if (number % LOOKED_THROUGH !== 0) return;
      for (const row of await sql.rows('SELECT DISTINCT tenant FROM audit'))
        await forgetOldest(sql, textIn(row, 'tenant'));
    }, 'audit');
  }

  async lastAuditAt(): Promise<number> {
    const [row] = await this.#database.rows('SELECT at FROM audit ORDER BY number DESC LIMIT 1');
    return row ? numberIn(row, 'at') : 0;
  }

  listAudit({ tenant, search, descending, offset, limit }: ListQuery<'number'>): Promise<Listed<KeptAuditEntry>> {
    const found =
      search === '' ? '' : ` AND LOWER(words || ' ' || user_name || ' ' || serial || ' ' || source) LIKE ? ESCAPE '!'`;
    const values = search === '' ? [tenant] : [tenant, like(search)];
    const order = `number ${descending ? 'DESC' : 'ASC'}`;
    const from = `audit WHERE tenant = ?${found}`;
    return listRows(this.#database, { from, values, order, offset, limit }, readAuditEntry);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

function gatewayNamed(id: string): string {
  return `gateway ${id}`;
}

async function sharedIn(sql: Pick<SqlTransaction, 'rows'>, name: string): Promise<string | undefined> {
  const [row] = await sql.rows('SELECT content FROM shared WHERE name = ?', [name]);
  return row && textIn(row, 'content');
}

/** The lines of a gateway, as far as is known. */
async function linesIn(sql: Pick<SqlTransaction, 'rows'>, gateway: string): Promise<readonly HeldLine[]> {
  const rows = await sql.rows('SELECT serial, line FROM switches WHERE gateway = ?', [gateway]);
  return rows.map((row) => ({ serial: textIn(row, 'serial'), line: numberIn(row, 'line') }));
}

/** How many lines a switch was given by now. */
async function givenLines(sql: Pick<SqlTransaction, 'rows'>, serial: string): Promise<number> {
  const [row] = await sql.rows('SELECT given FROM lines WHERE serial = ?', [serial]);
  return row ? numberIn(row, 'given') : 0;
}

async function forgetOldest(sql: SqlTransaction, tenant: string): Promise<void> {
  const [oldest] = await sql.rows('SELECT number FROM audit WHERE tenant = ? ORDER BY number DESC LIMIT 1 OFFSET ?', [
    tenant,
    KEPT_ENTRIES,
  ]);
  if (oldest) await sql.run('DELETE FROM audit WHERE tenant = ? AND number <= ?', [tenant, numberIn(oldest, 'number')]);
}

async function isCertifiedIn(sql: Pick<SqlTransaction, 'rows'>, serial: string, number: string): Promise<boolean> {
  const found = await sql.rows('SELECT 1 AS found FROM certificates WHERE number = ? AND serial = ?', [number, serial]);
  return found.length > 0;
}

/** These certificates are no longer valid, and never will be. */
async function revoke(sql: SqlTransaction, which: string, values: readonly SqlValue[]): Promise<void> {
  for (const row of await sql.rows(`SELECT number, valid_until FROM certificates WHERE ${which}`, values)) {
    await sql.run('DELETE FROM revoked WHERE number = ?', [textIn(row, 'number')]);
    await sql.run('INSERT INTO revoked (number, valid_until) VALUES (?, ?)', [
      textIn(row, 'number'),
      numberIn(row, 'valid_until'),
    ]);
  }
  await sql.run(`DELETE FROM certificates WHERE ${which}`, values);
}

async function putCertificate(sql: SqlTransaction, { number, serial, until }: KeptCertificate): Promise<void> {
  await sql.run('INSERT INTO certificates (number, serial, valid_until) VALUES (?, ?, ?)', [number, serial, until]);
}

function readClaim(row: SqlRow): PendingClaim {
  return {
    serial: textIn(row, 'serial'),
    code: textIn(row, 'code'),
    tenant: textIn(row, 'tenant'),
    user: textIn(row, 'user_name'),
    until: numberIn(row, 'valid_until'),
    wrongCodes: numberIn(row, 'wrong_codes'),
  };
}

function readUser(row: SqlRow): KeptUser {
  return {
    name: textIn(row, 'name'),
    tenant: textIn(row, 'tenant'),
    passwordHash: textIn(row, 'password_hash'),
    role: textIn(row, 'role') === 'administrator' ? 'administrator' : 'observer',
  };
}

function readAuditEntry(row: SqlRow): KeptAuditEntry {
  return {
    number: numberIn(row, 'number'),
    at: numberIn(row, 'at'),
    tenant: textIn(row, 'tenant'),
    user: textIn(row, 'user_name'),
    source: textIn(row, 'source'),
    serial: textIn(row, 'serial'),
    said: messageIn(row, 'said') ?? { text: textIn(row, 'words') },
  };
}
