/**
 * The tables of the store, in the SQL that SQLite and PostgreSQL share. Versions of the schema in their order: each is a list of
 * statements that leads there from the one before, and none is ever changed once it was released.
 */
export const schema: readonly (readonly string[])[] = [
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
];
