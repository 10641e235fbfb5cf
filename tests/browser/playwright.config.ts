import { defineConfig } from '@playwright/test';
import '../children-that-keep-memory.ts';
import '../children-with-cheap-secrets.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { chromiumProgram } from './chromium.ts';

/** Headless Chromium of the distribution; what it would look up in the background at start has no place in a test. */
const chromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One test draws one page at a time, and most code runs a few times: threads and machine code for more cost what they save.
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--js-flags=--single-threaded-gc --max-semi-space-size=32 --no-opt --always-sparkplug',
  // The name of a switch in a network: a browser that is started for one test costs more than the test.
  '--host-resolver-rules=MAP switch.lan 127.0.0.1',
];

// For the agents that the tests start.
const folder = temporaryFolder();
if (folder !== undefined) process.env.TMPDIR = folder;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Made by another compiler (declared.ts).
  build: { external: ['**/.cache/programs/*'] },
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Real time on a machine that may be busy: a test that fails in CI is tried once more.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumProgram, args: chromium },
    // Pages are painted in software, every frame of them: a low window and no motion leave much of that out.
    viewport: { width: 1440, height: 600 },
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // A trace of each test took two fifths of all the time; what fails for good in CI is traced the second time.
    trace: 'on-first-retry',
  },
});
