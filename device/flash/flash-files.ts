import { chmodSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { say } from '../../model/values/message.ts';
import { Unusable } from './failure-reason.ts';

/** The few things that flash asks of a file system; tests put faults in between. */
export interface FlashFiles {
  /** The whole file; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  /** Writes a new file and forces it onto the disk. */
  write(path: string, content: string): Promise<void>;
  /** Puts `from` in the place of `to` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Forces the names in a folder onto the disk. */
  syncFolder(path: string): Promise<void>;
  /** Removes a file or a folder with all in it; one that is not there is no matter. */
  remove(path: string): Promise<void>;
}

/** The host's own file system. What the agent keeps is readable for its own user alone. */
export const hostFiles: FlashFiles = {
  async read(path) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  async write(path, content) {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename,
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  remove: (path) => rm(path, { recursive: true, force: true }),
};

/** Makes a folder that only the agent's own user may look into. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

/**
 * Replaces a file so that whoever looks, also after a power cut at any moment, finds the old content or the new, whole:
 * temporary file, sync, read back, rename, sync of the folder. `verifying` is called when the content is written.
 */
export async function replaceFile(
  files: FlashFiles,
  path: string,
  content: string,
  verifying: () => void = () => {},
): Promise<void> {
  const temporary = `${path}.new`;
  await files.write(temporary, content);
  verifying();
  if ((await files.read(temporary)) !== content) throw new Unusable(say('what was written reads back differently'));
  await files.rename(temporary, path);
  await files.syncFolder(dirname(path));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
