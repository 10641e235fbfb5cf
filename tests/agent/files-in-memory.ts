import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FlashFiles } from '../../device/flash/flash-files.ts';
import { placesIn } from '../../device/switch/places.ts';
import { ModelFiles } from '../faults/model-files.ts';

/** Those of the agents that are not closed yet, by their folder. */
const present = new Map<string, FlashFiles>();

/**
 * Files of an agent whose test looks at none of them: reading and writing those of the host takes a fifth of the processor time of a
 * start. Only the folder for temporary files is one of the host, since transfers write there by themselves.
 */
export function filesInMemory(directory: string): FlashFiles {
  const { temporary } = placesIn(directory);
  const memory = new ModelFiles(() => 0);
  const isOfHost = (path: string) => path === temporary || path.startsWith(join(temporary, '/'));
  const files: FlashFiles = {
    read: (path) => memory.read(path),
    write: (path, content) => memory.write(path, content),
    rename: (from, to) => memory.rename(from, to),
    syncFolder: (path) => memory.syncFolder(path),
    list: (path) => memory.list(path),
    async remove(path) {
      if (isOfHost(path)) rmSync(path, { recursive: true, force: true });
      else await memory.remove(path);
    },
    async makeFolder(path) {
      if (isOfHost(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
      else await memory.makeFolder(path);
    },
  };
  present.set(directory, files);
  return files;
}

/** The files in memory of an agent that was stopped, for its next start; undefined where there are none. */
export const filesKeptFor = (directory: string): FlashFiles | undefined => present.get(directory);

/** Forgets the files of an agent that does not start again. */
export const forgetFiles = (directory: string): void => void present.delete(directory);
