import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConsoleFiles } from './console-files.ts';
import { DevicePages } from './device-page.ts';

/** A console as its build left it, read and listed once. */
export interface BuiltConsole {
  readonly files: ConsoleFiles;
  readonly pages: DevicePages;
}

/**
 * Reads the console in this folder; nothing of it has to be there.
 * @param moreFiles Folders of further files, at the same addresses as the console's.
 * @param keptPages Pages that are kept ready; default those of one device.
 */
export function builtConsole(
  directory: string,
  { moreFiles = [], keptPages }: { readonly moreFiles?: readonly string[]; readonly keptPages?: number } = {},
): BuiltConsole {
  const built = (name: string) => {
    const path = join(directory, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  return {
    files: new ConsoleFiles([...moreFiles, directory]),
    pages: new DevicePages(
      { index: built('index.html'), behindLogin: built('behind-login.txt') ?? '', login: built('login.txt') },
      keptPages,
    ),
  };
}
