import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['reference', 'private-module', 'field-places', 'field-help'].map((name) => `./apps/device/${name}.ts`);

let made;

/**
 * What is made of the declarations for others than the agent: its reference, the text of its private MIB, where the fields
 * are, and what their help says. The sources are compiled into one file, which takes a fraction of what loading a thousand does.
 */
export function declared() {
  made ??= load();
  return made;
}

async function load() {
  const folder = join(root, '.cache', 'programs');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `declared-${process.pid}-${Date.now()}.mjs`);
  const contents = sources.map((source) => `export * from ${JSON.stringify(source)};`).join('\n');
  try {
    await build({
      stdin: { contents, resolveDir: root },
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
