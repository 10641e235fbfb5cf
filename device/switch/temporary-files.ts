import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../feature.ts';
import { claimFolder, type FlashFiles } from '../flash/flash-files.ts';

/** Octets that a file is read in at a time. */
const CHUNK = 64 * 1024;

/**
 * Files in transfer between browser and switch. They pass on the disk, so that neither thread holds one in memory; the
 * recipient of a path removes the file, and leftovers of a former start are deleted at the next one.
 */
export class TemporaryFiles {
  readonly #directory: string;

  /** @param directory is used only for these files. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Makes the folder, empty. */
  async clear(files: FlashFiles): Promise<void> {
    await files.remove(this.#directory);
    await claimFolder(files, this.#directory);
  }

  /** A path for a new file that no one else writes. */
  path(): string {
    return join(this.#directory, randomUUID());
  }

  /** Writes a file as fast as the disk takes it, and returns its path. A half written one is removed. */
  async write(content: FileContent): Promise<string> {
    const path = this.path();
    const whole = typeof content === 'string' || content instanceof Uint8Array;
    try {
      await pipeline(Readable.from(whole ? [content] : content), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return path;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
}

/** A file's octets, a piece at a time, read as fast as they are taken. */
export function chunksOf(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK });
}
