import { defineConfig } from 'vitest/config';

/** The unit tests that run in Node without a browser, for `npm run mutation`, which says which of them it asks. */
const asked = process.env.FACEPLATE_MUTATION_TESTS?.split('\n');

export default defineConfig({
  test: {
    include: asked ?? ['{model,protocols,datapath,device,features,apps,tests}/**/*.test.ts'],
    exclude: ['**/*.interop.test.ts', '**/node_modules/**', '.cache/**'],
    setupFiles: ['tests/patience.ts'],
    testTimeout: 20_000,
  },
});
