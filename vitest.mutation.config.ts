import { relative } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';
import { mutate } from './tests/mutation/mutants.ts';
import { temporaryFolder } from './tests/temporary-folder.ts';

const linesOf = (name: string) => process.env[name]?.split('\n') ?? [];
const paths = linesOf('FACEPLATE_MUTATION_PATHS');
const helper = /\.test\.ts$|testing\.ts$|-harness\.ts$|\/contract\/|test-bench\.ts$/;
const folder = temporaryFolder();

const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(import.meta.dirname, id.replace(/\?.*$/, ''));
    const isMeant = paths.some((one) => path === one || path.startsWith(`${one}/`));
    if (!isMeant || !path.endsWith('.ts') || helper.test(path)) return undefined;
    return { code: mutate(path, code).code, map: null };
  },
};

/** For `npm run mutation`, which says what is changed and which tests are run: those in Node, without a browser. */
export default defineConfig({
  plugins: [mutants],
  test: {
    include: linesOf('FACEPLATE_MUTATION_TESTS'),
    exclude: ['**/*.interop.test.ts', '**/node_modules/**', '.cache/**'],
    isolate: false,
    maxWorkers: 1,
    runner: 'tests/mutation/mutation-runner.ts',
    env: folder === undefined ? {} : { TMPDIR: folder },
    // Without `patience.ts`: what does not come is not waited for.
    setupFiles: ['tests/seeded.ts', 'tests/children-with-cheap-secrets.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    silent: true,
  },
});
