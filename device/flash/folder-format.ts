import { join } from 'node:path';
import { isRecord } from '../../model/values/json-record.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';
import { SLOT_VERSION } from './migrations.ts';

/** The file that says by which formats a data folder is written. */
export const FORMAT_FILE = 'formats.json';

/** Versions of formats, by name. */
export type Formats = Readonly<Record<string, number>>;

/**
 * The formats of an agent's folder. `files` is that of every file without a version of its own: a change of
 * one of them takes a migration, and 1 more here. Release 0.1 is `{ files: 1, configuration: 3 }`.
 */
export const agentFormats: Formats = { files: 1, configuration: SLOT_VERSION };

/** The formats of a cloud's folder; its database has a version of its own. */
export const cloudFormats: Formats = { files: 1 };

/**
 * Says in one sentence why a folder must be left untouched: a later version of this software has written it. Undefined where it may
 * be used; a folder without the file is empty, or older than the file.
 */
export async function laterFormat(files: FlashFiles, folder: string, known: Formats): Promise<string | undefined> {
  const text = await files.read(join(folder, FORMAT_FILE)).catch(() => undefined);
  const [name, version] = Object.entries(read(text)).find(([name, found]) => found > (known[name] ?? 0)) ?? [];
  if (name === undefined) return undefined;
  const most = known[name] === undefined ? 'does not know it' : `reads versions up to ${known[name]}`;
  return `The folder ${folder} was written by a later version of Faceplate (format "${name}" ${version}; this version ${most}). It was left as it is.`;
}

/** Notes in a folder by which formats it is written from now on. Rejects with the system's error. */
export async function noteFormats(files: FlashFiles, folder: string, formats: Formats): Promise<void> {
  const path = join(folder, FORMAT_FILE);
  const text = `${JSON.stringify(formats)}\n`;
  if ((await files.read(path)) !== text) await replaceFile(files, path, text);
}

/** A damaged file says nothing. */
function read(text: string | undefined): Formats {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(found)) return {};
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
