import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../device/switch/folder-lock.ts';

/**
 * A folder for files that pass through a process which has none of its own; whoever is given it removes it at its end. What
 * processes that were killed have left in `within` goes. Theirs are told from those of living ones by their locks, which hold on
 * one host alone.
 */
export async function passingFolder(within = tmpdir()): Promise<string> {
  const prefix = `faceplate-cloud-${hostname()}-`;
  const left = (await readdir(within)).filter((name) => name.startsWith(prefix)).map((name) => join(within, name));
  for (const path of left) if (await lockFolder(path)) await rm(path, { recursive: true, force: true });
  for (;;) {
    const path = await mkdtemp(join(within, prefix));
    // One that begins beside it may have taken it for a rest.
    if ((await lockFolder(path)) && existsSync(path)) return path;
  }
}
