import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningAgent, signIn, startAgent } from './agent.ts';
import { openBrowser } from './browser.ts';
import type { Figure } from './table.ts';

const ADDRESSES = 16_384;

/** Milliseconds; longer tasks make a page stutter (W3C Long Tasks API). */
const LONG_TASK = 50;

/** Plugged into the switch: an uplink, behind which addresses appear. */
const stations = [{ name: 'uplink', port: 52, mac: '02-00-00-00-00-01', address: '192.168.10.1', uplink: true }];

/** Makes a switch of 52 ports learn as many addresses as it can, and then calls `use`; `learnt` of them exist. */
export function withFullTable<Result>(use: (agent: RunningAgent, learnt: number) => Promise<Result>): Promise<Result> {
  return withAddresses(ADDRESSES, use);
}

/** The same with so many addresses. */
export async function withAddresses<Result>(
  count: number,
  use: (agent: RunningAgent, learnt: number) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-bench-scenario-'));
  const file = join(folder, 'scenario.json');
  writeFileSync(file, JSON.stringify({ macTable: count, stations }));
  const agent = await startAgent('--model', 'TPE-5240WS', '--scenario', file);
  try {
    return await use(agent, await learntAddresses(agent.origin, count));
  } finally {
    await agent.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The longest tasks of the console while an address table of 16,384 rows is paged through and filtered. */
export async function macTable(): Promise<Figure[]> {
  return withFullTable(longestTasks);
}

async function longestTasks(agent: RunningAgent, learnt: number): Promise<Figure[]> {
  const browser = await openBrowser(agent);
  try {
    const page = await browser.signedIn('/Network/VLAN/Dynamic');
    await page.getByRole('table').getByRole('row').nth(5).waitFor();
    const row = page.getByRole('table').getByRole('row').nth(5);
    const before = await row.innerText();
    await page.getByLabel('Rows per page').selectOption('40');
    const paging = await browser.longestTask(page, async () => {
      for (let step = 0; step < 20; step += 1) await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForTimeout(500);
    });
    if ((await row.innerText()) === before) throw new Error('the table shows its first page still.');
    const filtering = await browser.longestTask(page, async () => {
      await page.getByRole('search').getByLabel('Port').selectOption('52');
      await page.getByRole('search').getByRole('button', { name: 'Find', exact: true }).click();
      await page.waitForTimeout(500);
    });
    const figure = (what: string, longest: number): Figure => ({
      what: `longest task ${what} ${learnt.toLocaleString('en')} addresses`,
      measured: `${longest.toFixed(1)} ms`,
      budget: `≤ ${LONG_TASK} ms`,
      holds: longest <= LONG_TASK,
    });
    return [figure('paging through', paging), figure('filtering', filtering)];
  } finally {
    await browser.close();
  }
}

/** Rows in the agent's address table, once they are as good as all there. */
async function learntAddresses(origin: string, wanted: number): Promise<number> {
  const session = await signIn(origin);
  for (let patience = 60; ; patience -= 1) {
    const rows = await session.call('CommonGet', { Template: 'dot1qTpFdbEntry' });
    const count = Array.isArray(rows) ? rows.length : 0;
    if (count >= wanted * 0.99) return count;
    if (patience === 0) throw new Error(`the switch learnt only ${count} addresses.`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
