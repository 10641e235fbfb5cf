import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const folder = fileURLToPath(new URL('../.cache/programs', import.meta.url));
const made = new Map<string, string>();

/**
 * Makes one file of the TypeScript program `entry` and all that it imports, once a process, and returns it. Node starts that in
 * a quarter of the time that it needs from the sources; a test that starts a program often should not wait for a compiler.
 * The program must not look for files beside its sources.
 */
export function bundled(entry: string): string {
  const known = made.get(entry);
  if (known !== undefined) return known;
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  made.set(entry, outfile);
  return outfile;
}
