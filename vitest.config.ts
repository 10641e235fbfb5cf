import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const tests = (folder: string) => `${folder}/**/*.test.{ts,tsx}`;

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: ['model', 'protocols', 'datapath', 'device', 'console', 'features', 'apps', 'tests', 'bench'].map(
            tests,
          ),
          exclude: ['**/*.interop.test.ts'],
          setupFiles: ['tests/patience.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'interop',
          include: ['**/*.interop.test.ts'],
          exclude: ['node_modules/**', '.cache/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // Real daemons and real time on a machine that may be busy: a scenario that fails is tried once more.
          retry: 1,
        },
      },
    ],
  },
});
