import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { AgentClient } from '../agent/agent-client.ts';
import { AgentProcess, password } from './agent-process.ts';

/** Signs in through the login page; the page then shows the console. */
export async function signIn(page: Page, origin: string, secret = password): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
  await proveWhenAsked(page, secret);
}

/** Where the console asks for the password again. Found without names: it is looked for before every action. */
export const askedPassword = 'dialog[open] input[type="password"]';

/** The password that each page was signed in with last. */
const proving = new WeakMap<Page, string>();

/** Gives the password wherever the console asks for it again. */
async function proveWhenAsked(page: Page, secret: string): Promise<void> {
  const isAnswering = proving.has(page);
  proving.set(page, secret);
  if (isAnswering) return;
  await page.addLocatorHandler(page.locator(askedPassword), async (field) => {
    await field.fill(proving.get(page) ?? '');
    await field.press('Enter');
  });
}

/** Opens a page of the console by its path, without reloading the console, and waits until its heading is shown. */
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

/** A switch that the tests of a file have one after another, and what has been made of it. */
interface SharedSwitch {
  /** The file, and with what the agent was started. */
  readonly of: string;
  readonly agent: AgentProcess;
  device?: AgentClient;
  /** A browser's cookies and storage after it signed in. */
  signedIn?: StorageState;
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface TestFixtures {
  /** Arguments of the agent beside its address and data folder; a spec sets them by `test.use`. */
  agentOptions: readonly string[];
  /**
   * Whether the switch is as `npm start` delivers it, with a trunk and a multicast VLAN, or has factory settings; default true.
   */
  delivered: boolean;
  /**
   * Whether the tests of a file share a switch and a session, as a working day does; default false. For tests that only read,
   * or that each change what no other one looks at. A file that changes something runs them in their order:
   * `test.describe.configure({ mode: 'default' })`.
   */
  isShared: boolean;
  /** The switch of the file, where its tests share one. */
  shared: SharedSwitch | undefined;
  /** The console of a fresh switch on the virtual datapath, signed in; of the file's switch where its tests share one. */
  console: Page;
  /** Another session of the same administrator, past the browser: what the device really holds. */
  device: AgentClient;
  agent: AgentProcess;
}

interface WorkerFixtures {
  /** The switch shared last; one at a time. */
  latest: { switch: SharedSwitch | undefined };
}

/** A session past the browser, on a switch that is past its first start. */
async function deviceOf(agent: AgentProcess): Promise<AgentClient> {
  const device = new AgentClient(agent.origin);
  expect(await device.login(password)).toBe(0);
  await device.set('sysWizard', { sysWizardDone: 1 });
  return device;
}

/** Loads the console with a session that is there already; signs in where that has ended. */
async function returnTo(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/`);
  const login = page.getByRole('button', { name: 'Login' });
  await expect(login.or(page.locator('main h1')).first()).toBeVisible();
  if (await login.isVisible()) return signIn(page, origin);
  await proveWhenAsked(page, password);
}

/** A test with a switch of its own, or of its file. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  agentOptions: [[], { option: true }],
  delivered: [true, { option: true }],
  isShared: [false, { option: true }],
  latest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from a pattern.
    async ({}, use) => {
      const latest: WorkerFixtures['latest'] = { switch: undefined };
      await use(latest);
      await latest.switch?.agent.stop();
    },
    { scope: 'worker' },
  ],
  shared: async ({ isShared, agentOptions, delivered, latest }, use, { file }) => {
    if (!isShared) return use(undefined);
    const of = JSON.stringify([file, agentOptions, delivered]);
    if (latest.switch?.of !== of) {
      await latest.switch?.agent.stop();
      latest.switch = undefined;
      latest.switch = { of, agent: await AgentProcess.start({ options: agentOptions, delivered }) };
    }
    await use(latest.switch);
  },
  storageState: async ({ shared }, use) => use(shared?.signedIn),
  agent: async ({ agentOptions, delivered, shared }, use) => {
    if (shared) return use(shared.agent);
    const agent = await AgentProcess.start({ options: agentOptions, delivered });
    await use(agent);
    await agent.stop();
  },
  device: async ({ agent, shared }, use) => {
    const device = shared?.device ?? (await deviceOf(agent));
    if (shared) shared.device = device;
    await use(device);
  },
  console: async ({ page, agent, shared, device: _configured }, use) => {
    if (shared?.signedIn) await returnTo(page, agent.origin);
    else await signIn(page, agent.origin);
    if (shared) shared.signedIn = await page.context().storageState();
    await use(page);
  },
});

export { expect };
