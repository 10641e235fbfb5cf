import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { freePort } from '../tests/free-port.ts';
import { startAgent } from './agent.ts';
import { loginBudget } from './budgets.ts';
import { type Figure, median } from './table.ts';

const cockpit = '/usr/lib/cockpit/cockpit-ws';

/** A 4G line (WebPageTest's profile), octets a second, and how much slower than this one the processor of a telephone is. */
const LINE = { offline: false, latency: 170, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };
const SLOWER = 4;

/** Loads of each page, in turns. */
const ROUNDS = 7;

/** Time until the login page can be filled in on a telephone that has never seen it, against that of Cockpit. */
export async function slowLogin(): Promise<Figure[]> {
  if (!existsSync(cockpit)) throw new Error('cockpit-ws is not installed.');
  const port = await freePort();
  const other = spawn(cockpit, ['--no-tls', '--address', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
  const agent = await startAgent();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    await reachable(`http://127.0.0.1:${port}/`);
    const [own, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await timeTo(browser, `${agent.origin}/`, 'input[type="password"]'));
      theirs.push(await timeTo(browser, `http://127.0.0.1:${port}/`, '#login-password-input'));
    }
    const ratio = median(own.map((time, round) => time / (theirs[round] ?? Number.NaN)));
    return [
      {
        what: 'login page over 4G with a quarter of the processor, against that of Cockpit',
        floor: `${median(theirs).toFixed(0)} ms`,
        measured: `${median(own).toFixed(0)} ms`,
        ratio: ratio.toFixed(2),
        budget: `≤ ${loginBudget}`,
        holds: ratio <= loginBudget,
      },
    ];
  } finally {
    await browser.close();
    await agent.stop();
    const gone = once(other, 'exit');
    other.kill();
    await gone;
  }
}

/** Milliseconds until a field of a page can be filled in, with an empty cache. */
async function timeTo(browser: Browser, address: string, field: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(field).waitFor();
    return performance.now() - began;
  } finally {
    await context.close();
  }
}

/** Waits until a server answers. */
async function reachable(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await fetch(address).catch(() => undefined)) return;
    await sleep(100);
  }
  throw new Error(`${address} does not answer.`);
}
