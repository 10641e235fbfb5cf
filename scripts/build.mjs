// Builds the console into dist/console, the agent into dist/device and its private MIB into dist/FACEPLATE-MIB.txt; with --cloud
// the cloud into dist/cloud and its console into dist/fleet, too; each unless that was done for just these sources; with --agent
// agent and cloud without their consoles, with --force whatever was done. What Node has compiled of the programs is kept in
// dist/compiled, for faster starts of this build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundleBoot, bundleProgram, PART } from './agent-bundle.mjs';
import { behindLogin } from './behind-login.mjs';
import { declared } from './declared.mjs';
import { keepCode } from './keep-code.mjs';
import { placeFeatures } from './place-features.mjs';
import { serveLogin } from './served-login.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** Common inputs of both. */
const shared = ['model', 'protocols', 'features', 'apps', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** Further inputs of the files sent to browsers. */
const drawn = [
  'console',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/behind-login.mjs',
  'scripts/console-chunks.mjs',
  'scripts/declared.mjs',
  'scripts/late-fields.mjs',
  'scripts/late-keywords.mjs',
  'scripts/late-words.mjs',
  'scripts/lean-react.mjs',
  'scripts/served-login.mjs',
  'scripts/spelt-texts.mjs',
  'scripts/text-groups.mjs',
  'scripts/without-mib.mjs',
];

/** Further inputs of programs for Node. */
const programs = ['build.mjs', 'agent-bundle.mjs', 'keep-code.cjs', 'keep-code.mjs', 'kept-code.cjs'].map(
  (name) => `scripts/${name}`,
);

const products = [
  {
    name: 'device',
    build: buildAgent,
    sources: [...shared, 'datapath', 'device', ...programs, 'scripts/declared.mjs'],
    // What is kept of its compilation fits no other.
    madeBy: process.version,
  },
  { name: 'console', build: buildConsole, sources: [...shared, ...drawn, 'index.html'] },
  {
    name: 'cloud',
    build: buildCloud,
    sources: [...shared, 'datapath', 'device', 'cloud', 'fleet', ...programs],
    madeBy: process.version,
  },
  { name: 'fleet', build: buildFleet, sources: [...shared, ...drawn, 'fleet', 'fleet.html', 'vite.fleet.config.ts'] },
];

/** The products that are asked for. */
const wantedNames = process.argv.includes('--agent')
  ? ['device', 'cloud']
  : ['device', 'console', ...(process.argv.includes('--cloud') ? ['cloud', 'fleet'] : [])];

/** Every file under `path`, sorted; tests are part of no build. */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(sources, madeBy) {
  const hash = createHash('sha256').update(madeBy);
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

async function buildConsole() {
  const folder = join(dist, 'console');
  await buildPages('vite.config.ts', folder);
  const manifest = join(folder, '.vite', 'manifest.json');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'behind-login.txt'), behindLogin(JSON.parse(readFileSync(manifest, 'utf8')), page));
  await serveLogin(folder);
  // The licenses of the console's parts are not listed.
  rmSync(dirname(manifest), { recursive: true });
  // The switch serves its own reference to programs.
  const { openRpcText } = await declared();
  mkdirSync(join(folder, 'reference'));
  writeFileSync(join(folder, 'reference', 'openrpc.json'), openRpcText);
  finishPages(folder);
}

async function buildFleet() {
  const folder = join(dist, 'fleet');
  await buildPages('vite.fleet.config.ts', folder);
  renameSync(join(folder, 'fleet.html'), join(folder, 'index.html'));
  await serveLogin(folder);
  finishPages(folder);
}

async function buildPages(config, outDir) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, config),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

/** Blocks of 64 kB make the login page's script smaller, and nothing larger. */
const brotliParameters = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_LGBLOCK]: 16,
};

/** Compresses what browsers are sent, and names the build. */
function finishPages(folder) {
  for (const file of filesUnder(folder)) {
    // The switch makes groups of texts, and compresses what it sends.
    if (!/\.(?:js|css|svg|json|html)$/.test(file) || /\/assets\/.*\.json$/.test(file)) continue;
    const plain = readFileSync(file);
    // Browsers take Brotli over HTTPS and from the own machine only.
    for (const [ending, zipped] of [
      ['gz', gzipSync(plain, { level: 9 })],
      ['br', brotliCompressSync(plain, { params: brotliParameters })],
    ]) {
      if (zipped.length < plain.length) writeFileSync(`${file}.${ending}`, zipped);
    }
  }
  // The browser reloads the page when this differs from what it saw last.
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = createHash('sha256');
  for (const file of filesUnder(folder)) name.update(relative(folder, file)).update(readFileSync(file));
  writeFileSync(join(folder, 'version.txt'), `${version}-${name.digest('hex').slice(0, 8)}\n`);
}

/** A program that the build starts disturbs no other. */
const anyPlace = ['--listen', '127.0.0.1:0'];

async function buildCloud() {
  const folder = join(dist, 'cloud');
  putProgram(folder, await bundleProgram('apps/cloud/main.ts', 'main'));
  putLibsql(join(folder, 'node_modules'));
  await keepCode(join(folder, 'main.cjs'), [...anyPlace, '--switches', '127.0.0.1:0'], ['main']);
}

/** A Node without SQLite of its own takes this package, which holds machine code and cannot be bundled. */
function putLibsql(folder) {
  rmSync(folder, { recursive: true, force: true });
  const modules = join(root, 'node_modules');
  if (process.getBuiltinModule('node:sqlite') || !existsSync(join(modules, 'libsql'))) return;
  for (const name of ['libsql', '@neon-rs/load', ...libsqlPrograms(modules)]) {
    cpSync(join(modules, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\.(?:md|ts|map)$/.test(path),
    });
  }
}

/** The compiled part for this machine; installed are those for all its C libraries. */
function libsqlPrograms(modules) {
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined;
  const other = isGlibc ? '-musl' : '-gnu';
  return readdirSync(join(modules, '@libsql'))
    .filter((name) => !name.endsWith(other))
    .map((name) => `@libsql/${name}`);
}

/** Puts the files of a program into a folder, in the place of those of former builds. */
function putProgram(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const former of readdirSync(folder)) if (PART.test(former)) rmSync(join(folder, former));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
}

async function buildAgent() {
  const folder = join(dist, 'device');
  const [boot, ...programs] = await Promise.all([
    bundleBoot(),
    ...['main', 'worker'].map((name) => bundleProgram(`apps/device/${name}.ts`, name)),
  ]);
  putProgram(folder, programs.flat());
  writeFileSync(join(folder, 'boot.cjs'), boot);
  await keepCode(join(folder, 'main.cjs'), anyPlace, ['main', 'worker']);
  for (const name of ['faceplate', 'faceplate-boot', 'faceplate-openvswitch']) {
    copyFileSync(join(root, 'apps', 'device', `${name}.sh`), join(folder, name));
  }
  // For SNMP managers, which have it beside the switch and not on it.
  const { privateModuleText } = await declared();
  writeFileSync(join(dist, 'FACEPLATE-MIB.txt'), privateModuleText);
}

placeFeatures();
const due = [];
for (const { name, build, sources, madeBy = '' } of products) {
  if (!wantedNames.includes(name)) continue;
  const stamp = join(dist, `${name}.sha256`);
  const wanted = hashOf(sources, madeBy);
  const isDone = !process.argv.includes('--force') && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (!isDone) due.push({ build, stamp, wanted });
}
if (due.length > 0) console.log('Building …');
mkdirSync(dist, { recursive: true });
try {
  await Promise.all(
    due.map(async ({ build, stamp, wanted }) => {
      rmSync(stamp, { force: true });
      await build();
      writeFileSync(stamp, wanted);
    }),
  );
} catch (error) {
  // The builders have said in their own words what is wrong.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
