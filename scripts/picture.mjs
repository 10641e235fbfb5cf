// Draws docs/dashboard.png for the README: the dashboard of the built-in office, two minutes after its start. After `npm run build`,
// on a machine that does nothing else: what the processor does is shown.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const root = join(import.meta.dirname, '..');
const password = 'Correct-Horse-7';
/** Milliseconds for which the charts fill. */
const FILLING = 120_000;

const data = mkdtempSync(join(tmpdir(), 'faceplate-picture-'));
const agent = spawn(
  process.execPath,
  [join(root, 'dist', 'device', 'main.cjs'), '--listen', '127.0.0.1:0', '--data', data, '--port-offset', '28000'],
  { env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: password }, stdio: ['ignore', 'pipe', 'inherit'] },
);
let browser;
try {
  const origin = await new Promise((resolve, reject) => {
    let said = '';
    agent.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /Listening on (\S+)\/\n/.exec(said)?.[1];
      if (url) resolve(url);
    });
    agent.once('exit', () => reject(new Error(`The agent ended: ${said}`)));
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(origin);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  // The wizard of a new switch is left for the dashboard.
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await page.goto(`${origin}/#/`);
  await page.getByRole('region', { name: 'Front panel' }).waitFor();
  await page.waitForTimeout(FILLING);
  await page.screenshot({ path: join(root, 'docs', 'dashboard.png') });
} finally {
  await browser?.close();
  agent.kill();
  rmSync(data, { recursive: true, force: true });
}
