import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Folder for files that are needed only as long as the host runs (Filesystem Hierarchy Standard 3.0, 3.15). */
const RUNTIME = '/run/faceplate';

/** Octets that have to have room: those of an empty database, and then some. */
const ROOM = 256 * 1024;

const DAEMONS = ['ovsdb-server', 'ovs-vswitchd'];

/** Folder of the files of a private Open vSwitch. */
interface RuntimeFolder {
  readonly folder: string;
  /** Why the one that was wanted cannot be written: the system's error. */
  readonly obstacle?: unknown;
  /**
   * The daemons of a former agent run in the folder that was wanted, but can no longer write there: they have to be
   * ended.
   */
  readonly isAbandoned?: boolean;
}

/**
 * The folder for the database, the sockets and the logs of a private Open vSwitch: `wanted`, or where that is read-only or full
 * one of its own below `runtime`, since nothing in it has to outlive the host. Daemons that run already are found again.
 */
export async function runtimeFolder(wanted: string, runtime = RUNTIME): Promise<RuntimeFolder> {
  const digest = createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 16);
  const other = join(runtime, digest);
  const found = await obstacle(wanted);
  if (await isInUse(wanted)) {
    return found === undefined ? { folder: wanted } : { folder: other, obstacle: found, isAbandoned: true };
  }
  if (found === undefined && !(await isInUse(other))) return { folder: wanted };
  return { folder: other, ...(found !== undefined && { obstacle: found }) };
}

/** Whether the daemons of a former agent run in a folder. */
async function isInUse(folder: string): Promise<boolean> {
  for (const daemon of DAEMONS) {
    try {
      const pid = (await readFile(join(folder, `${daemon}.pid`), 'utf8')).trim();
      const name = (await readFile(`/proc/${pid}/comm`, 'utf8')).trim();
      if (name === daemon.slice(0, 15)) return true;
    } catch {
      // No such file, or no such process.
    }
  }
  return false;
}

/** The error of writing into a folder; undefined where that works. */
async function obstacle(folder: string): Promise<unknown> {
  const probe = join(folder, 'room');
  try {
    // If the file system is read-only only the plain call says so.
    await mkdir(folder, { recursive: true }).catch(() => mkdir(folder));
    const file = await open(probe, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(ROOM));
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
    return undefined;
  } catch (error) {
    return error;
  }
}
