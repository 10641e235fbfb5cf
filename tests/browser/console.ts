import { test as base, expect, type Page } from '@playwright/test';
import { AgentClient } from '../agent/agent-client.ts';
import { AgentProcess, password } from './agent-process.ts';

/** Signs in through the login page; the page then shows the console. */
export async function signIn(page: Page, origin: string, secret = password): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
}

/** Opens a page of the console by its path, without loading the console anew, and waits until its heading stands there. */
export async function openPage(page: Page, path: string): Promise<void> {
  const former = await page.locator('main h1').elementHandle();
  const moved = await page.evaluate((hash) => {
    const before = window.location.hash;
    window.location.hash = hash;
    return window.location.hash !== before;
  }, path);
  if (moved) await page.waitForFunction((heading) => !heading?.isConnected, former);
  await expect(page.locator('main h1')).toBeVisible();
}

interface TestFixtures {
  /** Arguments of the agent beside its address and data folder; a spec sets them by `test.use`. */
  agentOptions: readonly string[];
  /** The console of a fresh switch on the virtual datapath, signed in. */
  console: Page;
  /** Another session of the same administrator, past the browser: what the device really holds. */
  device: AgentClient;
  agent: AgentProcess;
}

/** A test with a switch of its own. */
export const test = base.extend<TestFixtures>({
  agentOptions: [[], { option: true }],
  agent: async ({ agentOptions }, use) => {
    const agent = await AgentProcess.start({ options: agentOptions });
    await use(agent);
    await agent.stop();
  },
  device: async ({ agent }, use) => {
    const device = new AgentClient(agent.origin);
    expect(await device.login(password)).toBe(0);
    await device.set('sysWizard', { sysWizardDone: 1 });
    await use(device);
  },
  console: async ({ page, agent, device: _configured }, use) => {
    await signIn(page, agent.origin);
    await use(page);
  },
});

export { expect };
