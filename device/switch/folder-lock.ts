import { createHash, randomUUID } from 'node:crypto';
import { constants, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

/** The name of the lock in the folder. */
export const LOCK = 'agent.lock';

/** Prefix of the names by which a process takes the folder. */
const ASIDE = `.${LOCK}-`;

/** Milliseconds after which no process that took the folder uses it any longer. */
const OLD = 60_000;

/**
 * Takes the agent's folder for this process, until it ends, in any way. The lock is a listening socket in the folder:
 * only processes that may write there can take it, it is valid in all namespaces of the host, and one left behind by
 * kill -9 no longer answers. Resolves to false if another process has it. If there is no such folder, or it is not
 * writable, no process can take it: then resolves to whether no other process has it.
 */
export async function lockFolder(path: string): Promise<boolean> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined);
  if (!folder) return true;
  try {
    return await lockIn(placeOf(folder, path));
  } finally {
    await folder.close();
  }
}

async function lockIn(folder: string): Promise<boolean> {
  const own = join(folder, `${ASIDE}${randomUUID()}`);
  const name = join(folder, LOCK);
  const server = await listening(own);
  const isTaken = server && (await take(own, name).catch(() => undefined));
  if (isTaken) {
    server.unref();
    await rm(own, { force: true }).catch(() => {});
    await tidy(folder).catch(() => {});
  } else {
    server?.close();
  }
  // On a full disk a process that took the folder before still answers.
  return isTaken ?? !(await isAnswering(name));
}

/**
 * Removes what processes left behind that kill -9 ended while they took the folder, which is held now: only names that are older
 * than any taking, so that none is in use.
 */
async function tidy(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(ASIDE)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > OLD && !(await isAnswering(path))) await rm(path, { force: true });
  }
}

/**
 * Links a listening socket to a name that only one process can hold. Resolves to false if another process holds the name or is
 * about to, and rejects if the folder cannot be written. The name of a dead process is never removed, because between removal and
 * link it would be free for two. It is replaced, and only by the process that holds the right to replace exactly this file: a
 * name of its own, taken in the same way. After kill -9 at any step the next process continues from the names left behind.
 */
async function take(own: string, name: string): Promise<boolean> {
  for (;;) {
    try {
      await link(own, name);
      return true;
    } catch (error) {
      if (!isError(error, 'EEXIST')) throw error;
    }
    const dead = await identityOf(name);
    if (dead === undefined) continue;
    if (await isAnswering(name)) return false;
    const right = rightToReplace(name, dead);
    if (!(await take(own, right))) return false;
    // Another process may have replaced the file before this one held the right; from here on none can. On a file system without
    // birth times the new file may even have the same identity, but then its process answers.
    if (!(await isAnswering(name)) && (await identityOf(name)) === dead) {
      await rename(right, name);
      return true;
    }
    await rm(right);
  }
}

/** The identity of the file with this name; inode numbers are reused. Undefined if there is no such file. */
async function identityOf(name: string): Promise<string | undefined> {
  try {
    const { ino, birthtimeNs } = await lstat(name, { bigint: true });
    return `${ino}-${birthtimeNs}`;
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Of constant length, because the address of a socket is limited to about 100 octets. */
function rightToReplace(name: string, identity: string): string {
  const digest = createHash('sha256')
    .update(`${basename(name)} ${identity}`)
    .digest('hex');
  return join(dirname(name), `${ASIDE}${digest.slice(0, 32)}`);
}

function listening(path: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => resolve(server));
  });
}

/** Whether a process listens there. One that cannot be asked does. */
function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!isError(error, 'ECONNREFUSED') && !isError(error, 'ENOENT')));
  });
}

/** The folder by a path that is short enough for the address of a socket, where there is such a one. */
function placeOf({ fd }: FileHandle, path: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : path;
}

const isError = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
