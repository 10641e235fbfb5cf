import { readMessage, wordsOf } from '../../model/values/message.ts';
import { BAD_REVISIONS, type SwitchReport } from '../../protocols/cloud/report.ts';
import { schema } from './schema.ts';
import type { SqlDatabase, SqlRow, SqlTransaction, SqlValue } from './sql.ts';
import type {
  AuditEntry,
  KeptAuditEntry,
  KeptCertificate,
  KeptRevision,
  KeptSwitch,
  KeptUser,
  Listed,
  ListQuery,
  MadeRevision,
  PendingClaim,
  ProvenClaim,
  ReportedBy,
  Store,
  SwitchColumn,
  SwitchQuery,
} from './store.ts';

/** Revisions that are kept of a switch beside the ones that it has and that are safe. */
const KEPT_REVISIONS = 20;

/** Entries of the audit trail that are kept of a tenant. */
const KEPT_ENTRIES = 100_000;

/** Brings the tables of a database up to date and gives back what is kept in them. Rejects where they are of a later version. */
export async function openSqlStore(database: SqlDatabase): Promise<Store> {
  await database.transaction(async (sql) => {
    await sql.run('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)');
    const [row] = await sql.rows('SELECT version FROM schema_version');
    const present = row ? numberIn(row, 'version') : 0;
    if (present > schema.length) throw new Error('The store was written by a later version of the cloud.');
    for (const statements of schema.slice(present)) for (const statement of statements) await sql.run(statement);
    if (row) await sql.run('UPDATE schema_version SET version = ?', [schema.length]);
    else await sql.run('INSERT INTO schema_version (version) VALUES (?)', [schema.length]);
  });
  return new SqlStore(database);
}

/** A line is open while a gateway has it. */
const CONDITION = "CASE WHEN gateway = '' THEN 1 ELSE 0 END";

const orders: Readonly<Record<SwitchColumn, string>> = {
  serial: 'serial',
  name: 'LOWER(name)',
  model: 'model',
  address: 'address',
  version: 'version',
  lastSeen: 'last_seen',
  condition: CONDITION,
};

class SqlStore implements Store {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  switchOf(serial: string): Promise<KeptSwitch | undefined> {
    return this.#database.transaction((sql) => switchIn(sql, serial));
  }

  listSwitches({ tenant, search, condition, drifted, orderBy, descending, offset, limit }: SwitchQuery) {
    const wanted = ['tenant = ?'];
    const values: SqlValue[] = [tenant];
    if (search !== '') {
      wanted.push(`LOWER(serial || ' ' || name || ' ' || model || ' ' || address || ' ' || version) LIKE ? ESCAPE '!'`);
      values.push(like(search));
    }
    if (condition !== undefined) wanted.push(condition === 'connected' ? "gateway <> ''" : "gateway = ''");
    if (drifted) wanted.push('desired_revision > 0 AND (desired_revision <> reported_revision OR differs > 0)');
    const where = wanted.join(' AND ');
    const order = `${orders[orderBy]} ${descending ? 'DESC' : 'ASC'}, serial ASC`;
    return this.#list(`switches WHERE ${where}`, values, order, offset, limit, readSwitch);
  }

  async #list<Row>(
    from: string,
    values: readonly SqlValue[],
    order: string,
    offset: number,
    limit: number,
    read: (row: SqlRow) => Row,
  ): Promise<Listed<Row>> {
    return this.#database.transaction(async (sql) => {
      const [count] = await sql.rows(`SELECT COUNT(*) AS total FROM ${from}`, values);
      const rows = await sql.rows(`SELECT * FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`, [
        ...values,
        limit,
        offset,
      ]);
      return { total: count ? numberIn(count, 'total') : 0, rows: rows.map(read) };
    });
  }

  report(serial: string, report: SwitchReport, { gateway, address, at }: ReportedBy): Promise<KeptSwitch | undefined> {
    const { model, version, name, owner, revision, safeRevision, badRevisions, hash, revisionHash } = report;
    const differs = revisionHash !== undefined && revisionHash !== hash ? 1 : 0;
    return this.#database.transaction(async (sql) => {
      const former = await switchIn(sql, serial);
      if (!former) return undefined;
      const bad = [...new Set([...former.badRevisions, ...badRevisions])].sort((a, b) => a - b).slice(-BAD_REVISIONS);
      await sql.run(
        `UPDATE switches SET model = ?, version = ?, name = ?, owner = ?, reported_revision = ?, differs = ?, safe_revision = ?,
         bad_revisions = ?, report = ?, address = ?, connected_at = ?, gateway = ?, last_seen = ? WHERE serial = ?`,
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
          at,
          serial,
        ],
      );
      return former;
    });
  }

  listBehind(limit: number): Promise<readonly string[]> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows(
        `SELECT serial FROM switches WHERE gateway <> '' AND owner = 'cloud' AND desired_revision <> reported_revision
         ORDER BY last_seen LIMIT ?`,
        [limit],
      );
      return rows.map((row) => textIn(row, 'serial'));
    });
  }

  async disconnected(serial: string, gateway: string, at: number): Promise<void> {
    await this.#database.transaction((sql) =>
      sql.run("UPDATE switches SET gateway = '', last_seen = ? WHERE serial = ? AND gateway = ?", [
        at,
        serial,
        gateway,
      ]),
    );
  }

  async forgetGateway(gateway: string | undefined, at: number): Promise<void> {
    const [which, values] = gateway === undefined ? ["gateway <> ''", []] : ['gateway = ?', [gateway]];
    await this.#database.transaction((sql) =>
      sql.run(`UPDATE switches SET gateway = '', last_seen = ? WHERE ${which}`, [at, ...values]),
    );
  }

  releaseSwitch(serial: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      for (const table of ['certificates', 'revisions', 'claims']) {
        await sql.run(`DELETE FROM ${table} WHERE serial = ?`, [serial]);
      }
      return (await sql.run('DELETE FROM switches WHERE serial = ?', [serial])) > 0;
    });
  }

  nextRevision(serial: string): Promise<number> {
    return this.#database.transaction((sql) => nextRevisionIn(sql, serial));
  }

  desire(serial: string, from: number, made: MadeRevision): Promise<number | undefined> {
    return this.#database.transaction(async (sql) => {
      const revision = await nextRevisionIn(sql, serial);
      const changed = await sql.run(
        'UPDATE switches SET desired_revision = ? WHERE serial = ? AND desired_revision = ?',
        [revision, serial, from],
      );
      if (changed === 0) return undefined;
      await putRevision(sql, serial, revision, made);
      return revision;
    });
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
    });
  }

  revisionOf(serial: string, revision: number): Promise<KeptRevision | undefined> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.rows('SELECT * FROM revisions WHERE serial = ? AND revision = ?', [serial, revision]);
      return (
        row && {
          revision: numberIn(row, 'revision'),
          document: textIn(row, 'document'),
          hash: textIn(row, 'hash'),
          at: numberIn(row, 'made_at'),
          by: textIn(row, 'made_by'),
        }
      );
    });
  }

  async markBad(serial: string, revision: number): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (!present || present.badRevisions.includes(revision)) return;
      const bad = [...present.badRevisions, revision].slice(-BAD_REVISIONS);
      await sql.run('UPDATE switches SET bad_revisions = ? WHERE serial = ?', [JSON.stringify(bad), serial]);
    });
  }

  putClaim({ serial, code, tenant, user, until, tries }: PendingClaim): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present && present.tenant !== tenant) return false;
      await sql.run('DELETE FROM claims WHERE serial = ?', [serial]);
      await sql.run(
        'INSERT INTO claims (serial, code, tenant, user_name, valid_until, tries) VALUES (?, ?, ?, ?, ?, ?)',
        [serial, code, tenant, user, until, tries],
      );
      return true;
    });
  }

  listClaims(tenant: string, now: number): Promise<readonly PendingClaim[]> {
    return this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM claims WHERE valid_until <= ?', [now]);
      return (await sql.rows('SELECT * FROM claims WHERE tenant = ? ORDER BY serial', [tenant])).map(readClaim);
    });
  }

  proveClaim(serial: string, code: string, now: number): Promise<PendingClaim | undefined> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.rows('SELECT * FROM claims WHERE serial = ?', [serial]);
      const claim = row && readClaim(row);
      if (!claim) return undefined;
      if (claim.until > now && claim.code === code) return claim;
      if (claim.until > now && claim.tries > 1) {
        await sql.run('UPDATE claims SET tries = tries - 1 WHERE serial = ?', [serial]);
      } else await sql.run('DELETE FROM claims WHERE serial = ?', [serial]);
      return undefined;
    });
  }

  async withdrawClaim(serial: string, tenant: string): Promise<boolean> {
    const gone = await this.#database.transaction((sql) =>
      sql.run('DELETE FROM claims WHERE serial = ? AND tenant = ?', [serial, tenant]),
    );
    return gone > 0;
  }

  claimed({ serial, tenant, user, keyHash, model, at, certificate }: ProvenClaim): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const present = await switchIn(sql, serial);
      if (present && present.tenant !== tenant) return false;
      if (present) {
        await sql.run(
          // A new key is a switch that was reset: it has nothing of what it was given before.
          `UPDATE switches SET key_hash = ?, model = ?, claimed_at = ?, claimed_by = ?, desired_revision = 0, report = '' WHERE serial = ?`,
          [keyHash, model, at, user, serial],
        );
      } else {
        await sql.run(
          'INSERT INTO switches (serial, tenant, key_hash, model, claimed_at, claimed_by) VALUES (?, ?, ?, ?, ?, ?)',
          [serial, tenant, keyHash, model, at, user],
        );
      }
      for (const table of ['claims', 'certificates']) await sql.run(`DELETE FROM ${table} WHERE serial = ?`, [serial]);
      await putCertificate(sql, certificate);
      return true;
    });
  }

  async addCertificate(certificate: KeptCertificate): Promise<void> {
    await this.#database.transaction((sql) => putCertificate(sql, certificate));
  }

  isCertified(serial: string, number: string): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.rows('SELECT 1 AS found FROM certificates WHERE number = ? AND serial = ?', [
        number,
        serial,
      ]);
      return rows.length > 0;
    });
  }

  async revoke(serial: string): Promise<void> {
    await this.#database.transaction((sql) => sql.run('DELETE FROM certificates WHERE serial = ?', [serial]));
  }

  users(): Promise<readonly KeptUser[]> {
    return this.#database.transaction(async (sql) =>
      (await sql.rows('SELECT * FROM users ORDER BY name')).map(readUser),
    );
  }

  async putUser({ name, tenant, passwordHash, role }: KeptUser): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await sql.run('DELETE FROM users WHERE name = ?', [name]);
      await sql.run('INSERT INTO users (name, tenant, password_hash, role) VALUES (?, ?, ?, ?)', [
        name,
        tenant,
        passwordHash,
        role,
      ]);
    });
  }

  async removeUser(name: string): Promise<void> {
    await this.#database.transaction((sql) => sql.run('DELETE FROM users WHERE name = ?', [name]));
  }

  async addAudit({ at, tenant, user, source, serial, said }: AuditEntry): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const [last] = await sql.rows('SELECT MAX(number) AS last FROM audit');
      const number = (last ? numberIn(last, 'last') : 0) + 1;
      await sql.run(
        'INSERT INTO audit (number, at, tenant, user_name, source, serial, said, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [number, at, tenant, user, source, serial, JSON.stringify(said), wordsOf(said)],
      );
      await sql.run('DELETE FROM audit WHERE number <= ?', [number - KEPT_ENTRIES]);
    });
  }

  listAudit({ tenant, search, descending, offset, limit }: ListQuery<'number'>): Promise<Listed<KeptAuditEntry>> {
    const found =
      search === '' ? '' : ` AND LOWER(words || ' ' || user_name || ' ' || serial || ' ' || source) LIKE ? ESCAPE '!'`;
    const values = search === '' ? [tenant] : [tenant, like(search)];
    const order = `number ${descending ? 'DESC' : 'ASC'}`;
    return this.#list(`audit WHERE tenant = ?${found}`, values, order, offset, limit, readAuditEntry);
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

async function switchIn(sql: SqlTransaction, serial: string): Promise<KeptSwitch | undefined> {
  const [row] = await sql.rows('SELECT * FROM switches WHERE serial = ?', [serial]);
  return row && readSwitch(row);
}

async function nextRevisionIn(sql: SqlTransaction, serial: string): Promise<number> {
  const present = await switchIn(sql, serial);
  const [last] = await sql.rows('SELECT MAX(revision) AS last FROM revisions WHERE serial = ?', [serial]);
  const used = [
    last ? numberIn(last, 'last') : 0,
    present?.desiredRevision ?? 0,
    present?.report?.revision ?? 0,
    ...(present?.badRevisions ?? []),
  ];
  return Math.max(...used) + 1;
}

/** Keeps a revision; of earlier ones the latest, and the one that is safe. */
async function putRevision(sql: SqlTransaction, serial: string, revision: number, made: MadeRevision): Promise<void> {
  const { document, hash, at, by } = made;
  await sql.run('DELETE FROM revisions WHERE serial = ? AND revision = ?', [serial, revision]);
  await sql.run(
    'INSERT INTO revisions (serial, revision, document, hash, made_at, made_by) VALUES (?, ?, ?, ?, ?, ?)',
    [serial, revision, document, hash, at, by],
  );
  await sql.run(
    `DELETE FROM revisions WHERE serial = ? AND revision <= ? AND revision NOT IN
     (SELECT reported_revision FROM switches WHERE serial = ? UNION SELECT safe_revision FROM switches WHERE serial = ?)`,
    [serial, revision - KEPT_REVISIONS, serial, serial],
  );
}

async function putCertificate(sql: SqlTransaction, { number, serial, until }: KeptCertificate): Promise<void> {
  await sql.run('INSERT INTO certificates (number, serial, valid_until) VALUES (?, ?, ?)', [number, serial, until]);
}

/** A pattern for texts with these words in them, whatever characters these are. */
function like(search: string): string {
  return `%${search.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
}

function textIn(row: SqlRow, column: string): string {
  return String(row[column] ?? '');
}

/** PostgreSQL gives large numbers as text. */
function numberIn(row: SqlRow, column: string): number {
  return Number(row[column] ?? 0);
}

function readSwitch(row: SqlRow): KeptSwitch {
  return {
    serial: textIn(row, 'serial'),
    tenant: textIn(row, 'tenant'),
    keyHash: textIn(row, 'key_hash'),
    model: textIn(row, 'model'),
    version: textIn(row, 'version'),
    name: textIn(row, 'name'),
    address: textIn(row, 'address'),
    owner: textIn(row, 'owner') === 'cloud' ? 'cloud' : 'local',
    claimedAt: numberIn(row, 'claimed_at'),
    claimedBy: textIn(row, 'claimed_by'),
    desiredRevision: numberIn(row, 'desired_revision'),
    safeRevision: numberIn(row, 'safe_revision'),
    badRevisions: numbersIn(textIn(row, 'bad_revisions')),
    report: readReport(textIn(row, 'report')),
    gateway: textIn(row, 'gateway'),
    connectedAt: numberIn(row, 'connected_at'),
    lastSeen: numberIn(row, 'last_seen'),
  };
}

/** It was read strictly when it came from the switch. */
function readReport(text: string): SwitchReport | undefined {
  return text === '' ? undefined : JSON.parse(text);
}

function numbersIn(text: string): readonly number[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'number') : [];
}

function readClaim(row: SqlRow): PendingClaim {
  return {
    serial: textIn(row, 'serial'),
    code: textIn(row, 'code'),
    tenant: textIn(row, 'tenant'),
    user: textIn(row, 'user_name'),
    until: numberIn(row, 'valid_until'),
    tries: numberIn(row, 'tries'),
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
    said: readMessage(JSON.parse(textIn(row, 'said'))) ?? { text: textIn(row, 'words') },
  };
}
