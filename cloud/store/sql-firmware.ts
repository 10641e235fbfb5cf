import { readFirmwareChange } from './firmware-change.ts';
import { FIRMWARE_PIECE, type FirmwareStore, type KeptFirmware } from './firmware-images.ts';
import type { SqlDatabase, SqlRow } from './sql.ts';
import { numberIn, textIn } from './sql-rows.ts';

/** Firmware in tables: its octets in base64, which every database takes. */
export class SqlFirmware implements FirmwareStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async put(firmware: KeptFirmware, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const { tenant, digest, version, models, size, at, by } = firmware;
    let place = 0;
    // Uploads that were begun and not ended.
    await this.#database.transaction((sql) =>
      sql.run(
        `DELETE FROM firmware_pieces WHERE tenant = ? AND digest <> ? AND digest NOT IN
           (SELECT digest FROM firmware WHERE tenant = ?)`,
        [tenant, digest, tenant],
      ),
    );
    // Piece by piece, so that others do not wait for all of them; it exists with its own row, which comes last.
    for await (const piece of pieces) {
      const content = Buffer.from(piece).toString('base64');
      const values = [tenant, digest, place];
      await this.#database.transaction(async (sql) => {
        await sql.run('DELETE FROM firmware_pieces WHERE tenant = ? AND digest = ? AND place = ?', values);
        await sql.run('INSERT INTO firmware_pieces (tenant, digest, place, content) VALUES (?, ?, ?, ?)', [
          ...values,
          content,
        ]);
      });
      place += 1;
    }
    await this.#database.transaction(async (sql) => {
      const found = await sql.rows('SELECT 1 AS found FROM firmware WHERE tenant = ? AND digest = ?', [tenant, digest]);
      if (found.length > 0) return;
      const [count] = await sql.rows('SELECT COUNT(*) AS total FROM firmware_pieces WHERE tenant = ? AND digest = ?', [
        tenant,
        digest,
      ]);
      if (!count || numberIn(count, 'total') !== Math.ceil(size / FIRMWARE_PIECE)) {
        throw new Error('Another bundle was brought at the same moment.');
      }
      await sql.run(
        'INSERT INTO firmware (tenant, digest, version, models, size, made_at, made_by) VALUES (?, ?, ?, ?, ?, ?, ?)',
        [tenant, digest, version, JSON.stringify(models), size, at, by],
      );
    });
  }

  list(tenant: string): Promise<readonly KeptFirmware[]> {
    return this.#database.transaction(async (sql) =>
      (await sql.rows('SELECT * FROM firmware WHERE tenant = ? ORDER BY made_at DESC, digest', [tenant])).map(
        readFirmware,
      ),
    );
  }

  of(tenant: string, digest: string): Promise<KeptFirmware | undefined> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.rows('SELECT * FROM firmware WHERE tenant = ? AND digest = ?', [tenant, digest]);
      return row && readFirmware(row);
    });
  }

  piece(tenant: string, digest: string, at: number): Promise<Uint8Array | undefined> {
    return this.#database.transaction(async (sql) => {
      const [row] = await sql.rows(
        'SELECT content FROM firmware_pieces WHERE tenant = ? AND digest = ? AND place = ?',
        [tenant, digest, Math.floor(at / FIRMWARE_PIECE)],
      );
      const content = row && Buffer.from(textIn(row, 'content'), 'base64').subarray(at % FIRMWARE_PIECE);
      return content && content.length > 0 ? content : undefined;
    });
  }

  remove(tenant: string, digest: string): Promise<string | undefined> {
    return this.#database.transaction(async (sql) => {
      const rollouts = await sql.rows(
        `SELECT name, change FROM rollouts r WHERE tenant = ? AND kind = 'firmware' AND (state IN ('running', 'stopped') OR EXISTS
           (SELECT 1 FROM rollout_members m WHERE m.tenant = r.tenant AND m.rollout = r.name AND m.state = 'sent'))`,
        [tenant],
      );
      const user = rollouts.find((row) => readFirmwareChange(textIn(row, 'change')).digest === digest);
      if (user) return textIn(user, 'name');
      await sql.run('DELETE FROM firmware_pieces WHERE tenant = ? AND digest = ?', [tenant, digest]);
      await sql.run('DELETE FROM firmware WHERE tenant = ? AND digest = ?', [tenant, digest]);
      return undefined;
    });
  }
}

function readFirmware(row: SqlRow): KeptFirmware {
  return {
    tenant: textIn(row, 'tenant'),
    digest: textIn(row, 'digest'),
    version: textIn(row, 'version'),
    models: JSON.parse(textIn(row, 'models')),
    size: numberIn(row, 'size'),
    at: numberIn(row, 'made_at'),
    by: textIn(row, 'made_by'),
  };
}
