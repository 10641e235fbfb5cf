import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** Packages that few switches ever need; each would cost every one of them memory. */
const lateOnly = ['ssh2', '@peculiar/x509', 'reflect-metadata', '@fastify/busboy'];

/** The threads of the web server and of the switch. */
const threads = ['apps/device/main.ts', 'apps/device/worker.ts'];

/** What each module of the agent imports, and how. */
async function imports() {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: threads,
    outdir: 'dist/device',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['*.node', 'cpu-features'],
    define: { 'import.meta.url': '""' },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return new Map(Object.entries(metafile.inputs).map(([path, { imports: list }]) => [path, list]));
}

test('what is fetched when it is wanted is not there from the start', async () => {
  const modules = await imports();
  /** Who has a module loaded before it runs itself, by the module. */
  const early = new Map(threads.map((path) => [path, 'the start']));
  for (const [path] of early) {
    for (const { path: imported, kind } of modules.get(path) ?? []) {
      if (kind !== 'dynamic-import' && !early.has(imported)) early.set(imported, path);
    }
  }
  expect(early.size).toBeGreaterThan(300);
  const late = [...modules.values()].flat().filter(({ kind, external }) => kind === 'dynamic-import' && !external);
  expect(late.length).toBeGreaterThan(20);
  expect(late.flatMap(({ path }) => (early.has(path) ? [`${path}, by ${early.get(path)}`] : []))).toEqual([]);
  const isOf = (name: string) => (path: string) => path.startsWith(`node_modules/${name}/`);
  for (const name of lateOnly) {
    expect([...modules.keys()].some(isOf(name))).toBe(true);
    expect([...early].filter(([path]) => isOf(name)(path))).toEqual([]);
  }
});
