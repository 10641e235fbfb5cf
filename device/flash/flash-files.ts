import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { say } from '../../model/values/message.ts';
import { Unsettled, Unusable } from './failure-reason.ts';

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
  /** Makes a folder that only the agent's own user may look into, and those above it; one that is there is no matter. */
  makeFolder(path: string): Promise<void>;
  /** The names in a folder; none where it is not there. */
  list(path: string): Promise<readonly string[]>;
}

/** The host's own file system. The agent's files are readable only for its own user. */
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
  syncFolder: sync,
  remove: (path) => rm(path, { recursive: true, force: true }),
  async makeFolder(path) {
    const first = await makeFolders(path);
    if (((await stat(path)).mode & 0o777) !== 0o700) await chmod(path, 0o700);
    if (first === undefined) return;
    // A folder whose name did not reach the disk would be lost with all in it.
    for (let made = path; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
  },
  async list(path) {
    try {
      return await readdir(path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
};

/** Makes a folder and those above it; the first one that was missing. Rejects with the system's error. */
async function makeFolders(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!isMissing(error)) throw error;
    // An obstacle of a recursive call is reported as a missing folder; the plain one says that everything is read-only.
    const first = await makeFolders(dirname(path));
    await mkdir(path, { mode: 0o700 });
    return first ?? path;
  }
}

async function sync(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Replaces a file so that any reader, also after a power failure at any moment, finds the complete old content or the
 * new one: temporary file, sync, read back, rename, sync of the folder. `verifying` is called when the content is
 * written. Rejects with the system's error if the old content is still there, else with `Unsettled`; nothing temporary
 * is left behind.
 */
export async function replaceFile(
  files: FlashFiles,
  path: string,
  content: string,
  verifying: () => void = () => {},
): Promise<void> {
  const temporary = `${path}.new`;
  let isInPlace = false;
  try {
    await makingWay(files, temporary, () => files.write(temporary, content));
    verifying();
    if ((await files.read(temporary)) !== content) throw new Unusable(say('the data read back differs'));
    await makingWay(files, path, () => files.rename(temporary, path));
    isInPlace = true;
    await files.syncFolder(dirname(path));
  } catch (error) {
    if (isInPlace) throw new Unsettled(error);
    await files.remove(temporary).catch(() => {});
    // A file system that fails may have done what it says it has not.
    const present = await files.read(path).catch(() => undefined);
    throw present === content ? new Unsettled(error) : error;
  }
}

/** Makes a folder as `makeFolder` does; a file of its name, which only damage puts there, is set aside. */
export async function claimFolder(files: FlashFiles, path: string): Promise<void> {
  try {
    await files.makeFolder(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOTDIR') throw error;
    await files.rename(path, `${path}.damaged`);
    await files.makeFolder(path);
  }
}

/** Does `work`, which puts a file at `path`, and once more where a folder of that name was in its way or its own was missing. */
async function makingWay(files: FlashFiles, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Only damage puts a folder there; one that is missing could not be made at the start.
    if (codeOf(error) === 'EISDIR') await files.remove(path);
    else if (isMissing(error)) await files.makeFolder(dirname(path));
    else throw error;
    await work();
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
