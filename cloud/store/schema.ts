import { sortKey } from './sort-key.ts';
import type { SqlTransaction } from './sql.ts';
import { textIn } from './sql-rows.ts';

/** A statement, or what no statement can do. */
type SchemaStep = string | ((sql: SqlTransaction) => Promise<void>);

/**
 * The tables of the store, in the SQL that SQLite and PostgreSQL share. Versions of the schema in their order: each is a list of
 * steps that lead there from the one before, and none is ever changed once it was released.
 */
export const schema: readonly (readonly SchemaStep[])[] = [
  [
    `CREATE TABLE switches (
      serial TEXT PRIMARY KEY,
      tenant TEXT NOT NULL,
      key_hash TEXT NOT NULL,
      model TEXT NOT NULL,
      version TEXT NOT NULL DEFAULT '',
      name TEXT NOT NULL DEFAULT '',
      address TEXT NOT NULL DEFAULT '',
      owner TEXT NOT NULL DEFAULT 'local',
      claimed_at BIGINT NOT NULL,
      claimed_by TEXT NOT NULL,
      desired_revision BIGINT NOT NULL DEFAULT 0,
      reported_revision BIGINT NOT NULL DEFAULT 0,
      differs BIGINT NOT NULL DEFAULT 0,
      safe_revision BIGINT NOT NULL DEFAULT 0,
      bad_revisions TEXT NOT NULL DEFAULT '[]',
      report TEXT NOT NULL DEFAULT '',
      gateway TEXT NOT NULL DEFAULT '',
      connected_at BIGINT NOT NULL DEFAULT 0,
      last_seen BIGINT NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX switches_of_tenant ON switches (tenant, serial)',
    'CREATE INDEX switches_of_gateway ON switches (gateway)',
    `CREATE TABLE revisions (
      serial TEXT NOT NULL,
      revision BIGINT NOT NULL,
      document TEXT NOT NULL,
      hash TEXT NOT NULL,
      made_at BIGINT NOT NULL,
      made_by TEXT NOT NULL,
      PRIMARY KEY (serial, revision)
    )`,
    `CREATE TABLE claims (
      serial TEXT PRIMARY KEY,
      code TEXT NOT NULL,
      tenant TEXT NOT NULL,
      user_name TEXT NOT NULL,
      valid_until BIGINT NOT NULL,
      tries BIGINT NOT NULL
    )`,
    `CREATE TABLE certificates (
      number TEXT PRIMARY KEY,
      serial TEXT NOT NULL,
      valid_until BIGINT NOT NULL
    )`,
    'CREATE INDEX certificates_of_switch ON certificates (serial)',
    `CREATE TABLE users (
      name TEXT PRIMARY KEY,
      tenant TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      role TEXT NOT NULL
    )`,
    `CREATE TABLE audit (
      number BIGINT PRIMARY KEY,
      at BIGINT NOT NULL,
      tenant TEXT NOT NULL,
      user_name TEXT NOT NULL,
      source TEXT NOT NULL,
      serial TEXT NOT NULL,
      said TEXT NOT NULL,
      words TEXT NOT NULL
    )`,
    'CREATE INDEX audit_of_tenant ON audit (tenant, number)',
  ],
  [
    // Why the latest of the bad revisions was refused, as a message; "" where the switch itself says it.
    "ALTER TABLE switches ADD COLUMN refusal TEXT NOT NULL DEFAULT ''",
    // Active alarms, and the highest severity.
    'ALTER TABLE switches ADD COLUMN alarms BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE switches ADD COLUMN worst_alarm BIGINT NOT NULL DEFAULT 8',
    `CREATE TABLE rollouts (
      tenant TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      change TEXT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT NOT NULL DEFAULT '',
      made_at BIGINT NOT NULL,
      made_by TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (tenant, name)
    )`,
    `CREATE TABLE rollout_members (
      tenant TEXT NOT NULL,
      rollout TEXT NOT NULL,
      serial TEXT NOT NULL,
      wave BIGINT NOT NULL,
      place BIGINT NOT NULL,
      state TEXT NOT NULL,
      revision BIGINT NOT NULL DEFAULT 0,
      reason TEXT NOT NULL DEFAULT '',
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (tenant, rollout, serial)
    )`,
    'CREATE INDEX members_by_state ON rollout_members (tenant, rollout, state, wave, place)',
    'CREATE INDEX members_of_switch ON rollout_members (serial, state)',
    `CREATE TABLE firmware (
      tenant TEXT NOT NULL,
      digest TEXT NOT NULL,
      version TEXT NOT NULL,
      models TEXT NOT NULL,
      size BIGINT NOT NULL,
      made_at BIGINT NOT NULL,
      made_by TEXT NOT NULL,
      PRIMARY KEY (tenant, digest)
    )`,
    `CREATE TABLE firmware_pieces (
      tenant TEXT NOT NULL,
      digest TEXT NOT NULL,
      place BIGINT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (tenant, digest, place)
    )`,
    `CREATE TABLE alarms (
      serial TEXT NOT NULL,
      number BIGINT NOT NULL,
      tenant TEXT NOT NULL,
      source TEXT NOT NULL,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      severity BIGINT NOT NULL,
      said TEXT NOT NULL,
      words TEXT NOT NULL,
      raised_at BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      times BIGINT NOT NULL,
      cleared_at BIGINT NOT NULL DEFAULT 0,
      acknowledged_at BIGINT NOT NULL DEFAULT 0,
      acknowledged_by TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (serial, number)
    )`,
    'CREATE INDEX alarms_of_switch ON alarms (serial, cleared_at)',
    'CREATE INDEX alarms_of_tenant ON alarms (tenant, cleared_at, raised_at)',
  ],
  [
    `CREATE TABLE gateways (
      id TEXT PRIMARY KEY,
      missed BIGINT NOT NULL
    )`,
    `CREATE TABLE turns (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      valid_until BIGINT NOT NULL
    )`,
    `CREATE TABLE shared (
      name TEXT PRIMARY KEY,
      content TEXT NOT NULL
    )`,
  ],
  [
    // Claims are pending for minutes: after their loss the code is entered again.
    'DROP TABLE claims',
    `CREATE TABLE claims (
      serial TEXT NOT NULL,
      tenant TEXT NOT NULL,
      code TEXT NOT NULL,
      user_name TEXT NOT NULL,
      valid_until BIGINT NOT NULL,
      tries BIGINT NOT NULL,
      PRIMARY KEY (serial, tenant)
    )`,
    'ALTER TABLE switches ADD COLUMN given_revision BIGINT NOT NULL DEFAULT 0',
    'CREATE INDEX switches_of_key ON switches (key_hash)',
  ],
  [
    // Search keys of a switch, in lower case of every language: SQLite lower-cases only ASCII.
    "ALTER TABLE switches ADD COLUMN found_by TEXT NOT NULL DEFAULT ''",
    "UPDATE switches SET found_by = LOWER(serial || ' ' || name || ' ' || model || ' ' || address || ' ' || version)",
  ],
  [
    `CREATE TABLE sessions (
      token_hash TEXT PRIMARY KEY,
      browser TEXT NOT NULL,
      id TEXT NOT NULL,
      user_name TEXT NOT NULL,
      tenant TEXT NOT NULL,
      address TEXT NOT NULL,
      signed_in_at BIGINT NOT NULL,
      last_used BIGINT NOT NULL,
      nonce TEXT NOT NULL,
      ended TEXT NOT NULL DEFAULT ''
    )`,
    'CREATE INDEX sessions_of_browser ON sessions (browser)',
    'CREATE INDEX sessions_of_nonce ON sessions (nonce)',
    'CREATE INDEX sessions_of_tenant ON sessions (tenant, ended)',
    // Certificates that are no longer valid though they have not expired.
    `CREATE TABLE revoked (
      number TEXT PRIMARY KEY,
      valid_until BIGINT NOT NULL
    )`,
    // Sort key of a switch's name.
    "ALTER TABLE switches ADD COLUMN sort_key TEXT NOT NULL DEFAULT ''",
    async (sql) => {
      for (const row of await sql.rows('SELECT serial, name FROM switches')) {
        const key = sortKey(textIn(row, 'name'));
        await sql.run('UPDATE switches SET sort_key = ? WHERE serial = ?', [key, textIn(row, 'serial')]);
      }
    },
  ],
  ['ALTER TABLE rollouts ADD COLUMN begins_at BIGINT NOT NULL DEFAULT 0'],
  [
    // Number of connections that a switch was ever given: it outlives the switch, so that messages of an old connection
    // stay outdated.
    `CREATE TABLE lines (
      serial TEXT PRIMARY KEY,
      given BIGINT NOT NULL
    )`,
    // The newest line that is known of, and the last report on it.
    'ALTER TABLE switches ADD COLUMN line BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE switches ADD COLUMN report_number BIGINT NOT NULL DEFAULT 0',
    // When a change that waits is to have come to its end; 0 where none waits.
    'ALTER TABLE switches ADD COLUMN pending_until BIGINT NOT NULL DEFAULT 0',
  ],
  // Until when a session counts as one whose user has shown his password again.
  ['ALTER TABLE sessions ADD COLUMN proved_until BIGINT NOT NULL DEFAULT 0'],
  // Wrong codes that a claim has seen instead of those that it still bears: a stranger who shows them does not end it.
  ['ALTER TABLE claims RENAME COLUMN tries TO wrong_codes', 'UPDATE claims SET wrong_codes = 0'],
  // When the last report came: a switch is heard of without one, too.
  ['ALTER TABLE switches ADD COLUMN reported_at BIGINT NOT NULL DEFAULT 0'],
];
