import { copyFile, stat, truncate } from 'node:fs/promises';

/** Octets of a log from which on it begins again. */
const MOST = 1_000_000;

/**
 * Bounds the log `NAME.log` of a program that appends to it for as long as the host runs: one that has grown large becomes
 * `NAME.former.log`, and begins again. Lines that are written meanwhile are lost. Never rejects.
 */
export async function boundLog(path: string): Promise<void> {
  try {
    if ((await stat(path)).size < MOST) return;
    // A full disk has no room for it, and needs the room.
    await copyFile(path, path.replace(/\.log$/, '.former.log')).catch(() => {});
    await truncate(path);
  } catch {
    // There is none, or it cannot be written, so that it does not grow.
  }
}
