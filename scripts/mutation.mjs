// `npm run mutation -- PATH…`: breaks the code below each path line by line and says which breaks no test noticed.
// Results are kept between runs, so that only what changed is tried again. No part of `npm test`: it takes long.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache', 'mutation');
const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Which code? For example: npm run mutation -- model device/guard');
  process.exit(2);
}
mkdirSync(cache, { recursive: true });

/**
 * Tests run for a break: those of the folder itself, and, if it shows only from above, those above. The longest name
 * that a path begins with counts; whole agents are left out if a folder has tests of its own, since each break would
 * start them all.
 */
const witnesses = {
  model: ['model/**/*.test.ts'],
  protocols: ['protocols/**/*.test.ts'],
  datapath: ['datapath/**/*.test.ts'],
  // Without random switches and random octets, which take seconds and reach every line.
  'datapath/virtual': ['datapath/virtual/{cable,contract,counters,many-ports,trunk-spread,virtual-datapath}.test.ts'],
  'datapath/virtual/arrival-queue.ts': ['datapath/virtual/{arrival-queue,cable}.test.ts'],
  'datapath/virtual/cable.ts': ['datapath/virtual/cable.test.ts'],
  'datapath/virtual/forwarding-database.ts': ['datapath/virtual/{contract,virtual-datapath}.test.ts'],
  'datapath/virtual/negotiation.ts': ['datapath/virtual/{cable,negotiation}.test.ts'],
  'datapath/virtual/virtual-datapath.ts': [
    'datapath/virtual/{cable,contract,counters,virtual-datapath}.test.ts',
    'datapath/virtual/{host/virtual-host,scenario/scenario-player}.test.ts',
  ],
  'datapath/virtual/host': ['datapath/virtual/host/**/*.test.ts'],
  'datapath/virtual/scenario': ['datapath/virtual/scenario/**/*.test.ts'],
  'datapath/virtual/stations': ['datapath/virtual/{scenario,stations}/**/*.test.ts'],
  device: ['device/**/*.test.ts', 'tests/agent/{files,guard,save-crash,surveillance-mode,transactions}.test.ts'],
  'device/configuration': ['device/configuration/**/*.test.ts'],
  'device/flash': ['device/flash/**/*.test.ts'],
  'device/guard': ['device/guard/**/*.test.ts'],
  features: ['features/**/*.test.ts'],
};

/** The patterns of the tests that are asked about a path. */
function witnessesOf(path) {
  const known = Object.keys(witnesses).filter((folder) => path === folder || path.startsWith(`${folder}/`));
  const nearest = known.sort((one, other) => other.length - one.length)[0];
  return nearest ? witnesses[nearest] : [];
}

for (const path of paths) {
  const name = path.replaceAll(/[^\w-]+/g, '-');
  console.log(`\n— ${path}`);
  process.env.FACEPLATE_MUTATION_TESTS = witnessesOf(path).join('\n');
  await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: true },
    // No file of that name: without one the sources are not rewritten for a compiler that they do not use.
    tsconfigFile: 'none.json',
    mutate: [
      ...(/\.tsx?$/.test(path) ? [path] : [`${path}/**/*.ts`, `${path}/**/*.tsx`]),
      '!**/*.test.ts',
      '!**/*.test.tsx',
      '!**/*.interop.test.ts',
      '!**/contract/**',
      '!**/testing.ts',
      '!**/*-harness.ts',
    ],
    incremental: true,
    incrementalFile: join(cache, `${name}.json`),
    // The sources are copied without what another run makes just now.
    ignorePatterns: ['.cache'],
    tempDirName: join('.cache', `stryker-${name}`),
    reporters: ['clear-text', 'html'],
    htmlReporter: { fileName: join(cache, `${name}.html`) },
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    concurrency: 2,
    timeoutMS: 20_000,
    ignoreStatic: true,
    disableTypeChecks: false,
  }).runMutationTest();
}
