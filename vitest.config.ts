import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { temporaryFolder } from './tests/temporary-folder.ts';

const tests = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

/** A condition that is waited for may take as long as a busy machine needs. */
const expect = { poll: { timeout: 30_000 } };

const folder = temporaryFolder();
/** A program that is bundled is waited for without a thread of esbuild's own: a test that waits for one that is lost never ends. */
const env = { ...(folder !== undefined && { TMPDIR: folder }), ESBUILD_WORKER_THREADS: '0' };

/**
 * The better code of Node 20 is worth its making four times later than usual; later releases have one in between, and no such option.
 */
const budget = process.versions.node.startsWith('20.') ? ['--interrupt-budget=300000'] : [];

/**
 * Most of what tests make is garbage at once: with room for it, it is collected seldom, by the core that made it. Most code runs
 * a few times only: machine code that is made at once and simple spares interpreting it.
 */
const execArgv = ['--max-semi-space-size=64', '--single-threaded-gc', '--always-sparkplug', ...budget];

/** How elements are compiled: as in the console that is shipped (tests/production-react.ts). */
const oxc = { jsx: { development: false } };

/**
 * What a module imports by a pattern changes with the files that there are, of which its kept form knows nothing; neither does
 * it of how it was compiled.
 */
const patternsAnew: Plugin = {
  name: 'patterns anew',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : JSON.stringify(oxc)));
  },
};

export default defineConfig({
  test: {
    // Every core: Vitest would leave one to itself, which on two is half of the machine.
    maxWorkers: '100%',
    // What was compiled for one run serves the next one, too.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/compiled' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [react(), patternsAnew],
        oxc,
        test: {
          name: 'unit',
          // What a file imports serves the next ones of its worker, too: loading it takes longer than most tests. Nothing is
          // mocked that would stay so.
          isolate: false,
          execArgv,
          include: [
            'model',
            'protocols',
            'datapath',
            'device',
            'cloud',
            'console',
            'features',
            'fleet',
            'apps',
            'tests',
            'bench',
          ].map(tests),
          exclude: ['**/*.interop.test.ts'],
          globalSetup: ['tests/build-agent.ts'],
          env,
          setupFiles: [
            'tests/patience.ts',
            'tests/seeded.ts',
            'tests/children-with-cheap-secrets.ts',
            'tests/children-that-keep-memory.ts',
            'tests/seldom-read-processors.ts',
          ],
          // How long a test may hang: no test counts on it, and a busy machine needs longer.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect,
          // They start agents and wait for sockets on a machine that may be busy: one that fails in CI is tried once more.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        test: {
          name: 'interop',
          // As above: a file's modules take about a second to load.
          isolate: false,
          execArgv,
          env,
          include: ['**/*.interop.test.ts'],
          exclude: ['node_modules/**', '.cache/**'],
          globalSetup: ['tests/build-agent.ts'],
          setupFiles: [
            'tests/patience.ts',
            'tests/children-with-cheap-secrets.ts',
            'tests/children-that-keep-memory.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect,
          // Real daemons and real time on a machine that may be busy: a scenario that fails is tried once more.
          retry: 1,
        },
      },
    ],
  },
});
