import { readFileSync, statfsSync } from 'node:fs';

/** Where Linux keeps files in memory alone. */
const MEMORY = '/dev/shm';

/** Octets that have to be free there; the tests that run at a time write a small part of that. */
const ENOUGH = 2 * 2 ** 30;

/**
 * The folder for the files of tests and of the programs that they start: mostly the flash of switches, whose every write waits
 * until it is on the disk. In memory, none waits. Undefined, for the usual one, where the system has no such place, where no
 * program may be started from it, and where the caller has chosen one.
 */
export function temporaryFolder(): string | undefined {
  if (process.env.TMPDIR !== undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounted = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounted.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3];
    const isFit = options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= ENOUGH;
    return isFit ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}
