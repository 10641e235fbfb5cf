import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleProgram } from '../../scripts/agent-bundle.mjs';

/** The threads of the web server and of the switch, and packages that each fetches where few switches ever need them. */
const threads: [string, string[]][] = [
  ['apps/device/main.ts', ['@peculiar/x509', 'reflect-metadata', '@fastify/busboy']],
  ['apps/device/worker.ts', ['@peculiar/x509', 'reflect-metadata', 'ssh2']],
];

const known = new Map<string, ReturnType<typeof readImports>>();

/** Imports of each module of a thread, and their kinds. */
function importsOf(thread: string): ReturnType<typeof readImports> {
  const imports = known.get(thread) ?? readImports(thread);
  known.set(thread, imports);
  return imports;
}

async function readImports(thread: string) {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: [thread],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['*.node', 'cpu-features'],
    define: { 'import.meta.url': '""' },
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  return new Map(Object.entries(metafile.inputs).map(([path, { imports }]) => [path, imports]));
}

/** Modules that have another one loaded before they run themselves, by that module. */
function earlyOf(thread: string, modules: Awaited<ReturnType<typeof importsOf>>): ReadonlyMap<string, string> {
  const early = new Map([[thread, 'the start']]);
  for (const [path] of early) {
    for (const { path: imported, kind } of modules.get(path) ?? []) {
      if (kind !== 'dynamic-import' && !early.has(imported)) early.set(imported, path);
    }
  }
  return early;
}

test.each(threads)('what %s fetches when it is wanted is not there from the start', async (thread, packages) => {
  const modules = await importsOf(thread);
  const early = earlyOf(thread, modules);
  const late = [...modules.values()].flat().filter(({ kind, external }) => kind === 'dynamic-import' && !external);
  expect(late.length).toBeGreaterThan(0);
  expect(late.flatMap(({ path }) => (early.has(path) ? [`${path}, by ${early.get(path)}`] : []))).toEqual([]);
  for (const name of packages) {
    const isOf = (path: string) => path.startsWith(`node_modules/${name}/`);
    expect([...modules.keys()].some(isOf)).toBe(true);
    expect([...early].filter(([path]) => isOf(path))).toEqual([]);
  }
});

test.each(threads)('what %s fetches when it is wanted stands in no file that it starts with', async (thread) => {
  const early = earlyOf(thread, await importsOf(thread));
  const files = new Map((await bundleProgram(thread, 'program')).map((file) => [file.name, file]));
  /** The files that one has loaded before it runs itself; what a promise asks for is not among them. */
  const needs = (name: string | undefined) =>
    [...(files.get(name ?? '')?.text ?? '').matchAll(/(then\(\(\)=>\w+\()?require\("\.\/([^"]+)"\)/g)].flatMap(
      ([, late, needed]) => (late === undefined && needed !== undefined ? [needed] : []),
    );
  const [start, ...others] = needs('program.cjs');
  expect(others).toEqual([]);
  expect(needs(start)).toEqual([]);
  expect(files.get(start ?? '')?.modules.filter((path) => !early.has(path))).toEqual([]);
  expect(files.size).toBeGreaterThan(2);
  // Node.js loads what `performance` is made of when it is asked for: a quarter of a megabyte in each thread.
  expect(files.get(start ?? '')?.text).not.toMatch(/\bperformance\b\.|perf_hooks/);
});

test('the web server starts without TLS, which the first connection that asks for it loads', async () => {
  const thread = 'apps/device/main.ts';
  const early = earlyOf(thread, await importsOf(thread));
  expect(early.get('node:http')).toBeDefined();
  expect([early.get('node:https'), early.get('node:tls')]).toEqual([undefined, undefined]);
});

test('a certificate that is stored is taken without what makes one', async () => {
  const kept = 'device/http/own-certificate.ts';
  const modules = await importsOf(kept);
  expect([...modules.keys()]).toContain('device/http/certificate.ts');
  expect([...earlyOf(kept, modules).keys()].filter((path) => path.includes('node_modules/'))).toEqual([]);
});

/** Engines of protocols that are off on a switch as it is delivered, or that only some switches speak. */
const engines = [
  'protocols/spanning-tree/spanning-tree.ts',
  'protocols/spanning-tree/parse-bpdu.ts',
  'protocols/multicast-snooping/snooping.ts',
  'protocols/lacp/aggregation.ts',
  'protocols/dot1x/authenticator.ts',
  'protocols/arp-inspection/inspection.ts',
  'features/system/snmp/running-agent.ts',
  'device/command-line/parse.ts',
];

test('the engine of a protocol is no part of the start', async () => {
  const thread = 'apps/device/worker.ts';
  const modules = await importsOf(thread);
  const early = earlyOf(thread, modules);
  expect(engines.filter((path) => !modules.has(path))).toEqual([]);
  expect(engines.flatMap((path) => (early.has(path) ? [`${path}, by ${early.get(path)}`] : []))).toEqual([]);
});
