import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../device/switch/folder-lock.ts';

/**
 * A folder for files that pass through a process without one of its own; its owner removes it at the end. Remains of
 * killed processes in `within` are deleted. Their folders are distinguished from those of living ones by their locks,
 * which are valid only on one host.
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
