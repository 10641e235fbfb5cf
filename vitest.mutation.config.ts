import { defineConfig } from 'vitest/config';

/** The unit tests that run in Node without a browser, for `npm run mutation`. */
export default defineConfig({
  test: {
    include: ['{model,protocols,datapath,device,features,apps,tests}/**/*.test.ts'],
    exclude: ['**/*.interop.test.ts', '**/node_modules/**', '.cache/**'],
    setupFiles: ['tests/patience.ts'],
    testTimeout: 20_000,
  },
});
