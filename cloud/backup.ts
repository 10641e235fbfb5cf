import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FlashFiles } from '../device/flash/flash-files.ts';
import { copySqlite } from './store/sqlite-copy.ts';
import { copyAuthority } from './trust/authority.ts';

/** Files in the folder of a cloud. */
export const AUTHORITY_FILE = 'authority';
export const STORE_FILE = 'cloud.sqlite';
/** Account and certificate at a public certificate authority, where one is used. */
export const ACME_FILE = 'acme';
/** Public keys of the owner's, where he has put some there. */
export const FIRMWARE_KEYS_FILE = 'firmware.pub';

/**
 * Copies the data of a cloud in the folder `from`, as of one moment, even while it runs: to a folder `to` that the
 * cloud can be started on, without sessions: a user removed since does not return through it. It is complete when this
 * resolves; if it rejects, with a sentence, nothing is left there.
 */
export async function backUp(files: FlashFiles, from: string, to: string): Promise<void> {
  const [authority, store] = [join(from, AUTHORITY_FILE), join(from, STORE_FILE)];
  if (!existsSync(authority) || !existsSync(store)) throw new Error(`There is no cloud in ${from}.`);
  if (existsSync(to)) throw new Error(`${to} is there already: name a folder that is not.`);
  const part = `${to}.part`;
  try {
    await files.remove(part);
    await files.makeFolder(part);
    await copySqlite(store, join(part, STORE_FILE), ['sessions']);
    await chmod(join(part, STORE_FILE), 0o600);
    await copyAuthority(files, authority, join(part, AUTHORITY_FILE));
    for (const name of [ACME_FILE, FIRMWARE_KEYS_FILE]) {
      const text = await files.read(join(from, name));
      if (text !== undefined) await files.write(join(part, name), text);
    }
    await files.syncFolder(part);
    await files.rename(part, to);
    await files.syncFolder(dirname(to));
  } catch (error) {
    await files.remove(part).catch(() => {});
    throw error;
  }
}
