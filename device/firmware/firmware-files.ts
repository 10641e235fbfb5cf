import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { type FlashFiles, hostFiles } from '../flash/flash-files.ts';

/** Requirements of firmware for a file system beyond those of flash: files too large for one text. */
export interface FirmwareFiles extends FlashFiles {
  /** Writes a new file as its pieces come, and forces it onto the disk. */
  writePieces(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /** A file's octets from its beginning. Fails where there is none. */
  pieces(path: string): AsyncIterable<Uint8Array>;
  /** Octets that can still be written below an existing folder; undefined if unknown. */
  room(path: string): Promise<number | undefined>;
}

/** Octets that are read at a time. */
const PIECE = 64 * 1024;

/** The host's own file system. */
export const hostFirmwareFiles: FirmwareFiles = {
  ...hostFiles,
  async writePieces(path, pieces) {
    const file = await open(path, 'w', 0o600);
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  pieces: (path) => createReadStream(path, { highWaterMark: PIECE }),
  async room(path) {
    const found = await statfs(path).catch(() => undefined);
    return found && found.bavail * found.bsize;
  },
};
