// Builds the console into dist/console and the agent into dist/device, unless that was done for just these sources.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { behindLogin } from './behind-login.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const consoleFolder = join(dist, 'console');
const stamp = join(dist, 'sources.sha256');

/** What a build is made from. */
const sources = [
  'model',
  'protocols',
  'datapath',
  'device',
  'console',
  'features',
  'apps',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/behind-login.mjs',
  'scripts/console-chunks.mjs',
];

/** Every file under `path`, sorted; tests are part of no build. */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

async function buildConsole() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: consoleFolder, emptyOutDir: true },
  });
  const manifest = join(consoleFolder, '.vite', 'manifest.json');
  const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8');
  const links = behindLogin(JSON.parse(readFileSync(manifest, 'utf8')), page);
  writeFileSync(join(consoleFolder, 'behind-login.txt'), links);
  // What the console is made of is nobody's business.
  rmSync(dirname(manifest), { recursive: true });
  for (const file of filesUnder(consoleFolder)) {
    if (!/\.(?:js|css|svg|json|html)$/.test(file)) continue;
    const plain = readFileSync(file);
    // Browsers take Brotli over HTTPS and from the own machine only.
    for (const [ending, zipped] of [
      ['gz', gzipSync(plain, { level: 9 })],
      ['br', brotliCompressSync(plain)],
    ]) {
      if (zipped.length < plain.length) writeFileSync(`${file}.${ending}`, zipped);
    }
  }
  // The browser reloads the page when this differs from what it saw last.
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = createHash('sha256');
  for (const file of filesUnder(consoleFolder)) name.update(relative(consoleFolder, file)).update(readFileSync(file));
  writeFileSync(join(consoleFolder, 'version.txt'), `${version}-${name.digest('hex').slice(0, 8)}\n`);
}

/** What most agents never need stands in files of its own, which are read when they are asked for the first time. */
const apart = [
  // Large; an agent on a loopback address needs none.
  { name: 'certificate', imported: /\/certificate\.ts$/, entry: 'device/http/certificate.ts' },
  // For files that are sent to the switch.
  { name: 'busboy', imported: /^@fastify\/busboy$/, entry: '@fastify/busboy' },
];

const keptApart = {
  name: 'kept apart',
  setup(build) {
    for (const { name, imported } of apart) {
      build.onResolve({ filter: imported }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.cjs`, external: true } : undefined,
      );
    }
  },
};

async function buildAgent() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'apps/device/main.ts',
      worker: 'apps/device/worker.ts',
      ...Object.fromEntries(apart.map(({ name, entry }) => [name, entry])),
    },
    plugins: [keptApart],
    outdir: join(dist, 'device'),
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // Names stay as they are: shortening them makes the agent larger in memory, not smaller (measured: by 5 MB).
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: ['cpu-features', '*.node'],
    // A CommonJS file has no import.meta; this is what it would say.
    define: { 'import.meta.url': 'fileAddress' },
    banner: { js: "const fileAddress = require('node:url').pathToFileURL(__filename).href;" },
  });
  copyFileSync(join(root, 'apps', 'device', 'faceplate.sh'), join(dist, 'device', 'faceplate'));
}

const wanted = sourcesHash();
if (!process.argv.includes('--force') && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) process.exit(0);
console.log('Building …');
mkdirSync(dist, { recursive: true });
rmSync(stamp, { force: true });
try {
  await Promise.all([buildConsole(), buildAgent()]);
} catch (error) {
  // The builders have said in their own words what is wrong.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
writeFileSync(stamp, wanted);
