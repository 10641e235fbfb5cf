import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { freePort } from '../free-port.ts';
import { type AgentOptions, AgentProcess, password } from './agent-process.ts';
import { expect } from './expect.ts';
import { newPage } from './undrawn.ts';

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

/** How often the document is looked at while something is awaited: with each frame, frames would be made for nothing else. */
export const looks = { polling: 20 };

/** Pages opened so far: the number by which a document knows one opening from the next. */
let openings = 0;

/** Opens a page of the console by its path, without reloading the console, and waits until its heading is shown. */
export async function openPage(page: Page, path: string): Promise<void> {
  openings += 1;
  // One question for all: each costs the browser and the test more than its answer.
  await page.waitForFunction(
    ({ hash, opening }) => {
      const known = window as { opening?: number };
      const heading = document.querySelector('main h1:not([data-former])');
      if (!heading?.checkVisibility()) return false;
      if (known.opening === opening) return true;
      known.opening = opening;
      const before = window.location.hash;
      window.location.hash = hash;
      const isOther = window.location.hash !== before;
      if (isOther) heading.setAttribute('data-former', '');
      return !isOther;
    },
    { hash: path, opening: openings },
    looks,
  );
}

/** A switch that the tests of a file have one after another, and what has been made of it. */
interface SharedSwitch {
  /** The file, and with what the agent was started. */
  readonly of: string;
  readonly agent: AgentProcess;
  device?: AgentClient;
  /** That of the page. */
  session?: Session;
}

type Viewport = { readonly width: number; readonly height: number } | null | undefined;

/** A session, as a browser keeps it. */
interface Session {
  /** The same session past the browser. */
  readonly client: AgentClient;
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
  /** Texts of its local storage, by name. */
  readonly kept: Readonly<Record<string, string>>;
}

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
  /** Whether the browser has never been at the console; default false: it knows the console's files, and nothing else. */
  isNewcomer: boolean;
  /** The switch of the file, where its tests share one. */
  shared: SharedSwitch | undefined;
  /** The console of a fresh switch on the virtual datapath, signed in; of the file's switch where its tests share one. */
  console: Page;
  /** Another session of the same administrator, past the browser: what the device really holds. */
  device: AgentClient;
  agent: AgentProcess;
}

/** What tests find that the ones before them have left. */
interface Latest {
  /** The switch shared last; one at a time. */
  switch: SharedSwitch | undefined;
  /**
   * The page that tests have one after another, with what the browser keeps of the files of the console: to load and compile them
   * from nothing took more than most tests. A test that is about a first visit has a page of its own (`isNewcomer`).
   */
  page: Page | undefined;
  /** Where switches listen, one after another: what is kept of one is of use for the next. */
  port: number | undefined;
}

interface WorkerFixtures {
  latest: Latest;
}

/** Ends the switch shared last. */
async function end(latest: Latest): Promise<void> {
  const { agent } = latest.switch ?? {};
  latest.switch = undefined;
  await agent?.stop();
}

/** Starts a switch where the one before it was, or at another port if somebody else has taken that meanwhile. */
async function startAgent(latest: Latest, how: AgentOptions): Promise<AgentProcess> {
  latest.port ??= await freePort();
  const { port } = latest;
  return AgentProcess.start({ ...how, listen: `127.0.0.1:${port}` }).catch(() => AgentProcess.start(how));
}

/** A session past the browser, on a switch that is past its first start. */
async function deviceOf(agent: AgentProcess): Promise<AgentClient> {
  const device = new AgentClient(agent.origin);
  expect(await device.login(password)).toBe(0);
  await device.set('sysWizard', { sysWizardDone: 1 });
  return device;
}

/** The page that tests have one after another, as a test expects it. */
async function keptPage(latest: Latest, browser: Browser, viewport: Viewport): Promise<Page> {
  latest.page ??= await newPage(browser);
  const { page } = latest;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null });
  return page;
}

/** What tests follow of a page. */
const followed = ['request', 'console', 'pageerror', 'dialog'] as const;

/** Ends what a test has begun on the kept page, and forgets what the console kept in the browser. */
async function leave(latest: Latest): Promise<void> {
  const { page } = latest;
  const place = `http://127.0.0.1:${latest.port}`;
  const healthy = `${place}${Endpoint.health}`;
  if (!page || page.url() === healthy) return;
  const context = page.context();
  for (const event of followed) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearCookies();
  // The console, which might keep something again, is not there, and the browser's process for the switch stays.
  const left = page.url().startsWith(`${place}/`)
    ? page.goto(healthy).then(() => page.evaluate(forget))
    : Promise.reject(new Error('The page is somewhere else.'));
  // A page that the test has closed or led elsewhere, or whose switch is starting again, is not there for the next one.
  await left.catch(async () => {
    latest.page = undefined;
    await context.close();
  });
}

/** In the browser: forgets all that the console keeps. */
function forget(): void {
  window.sessionStorage.clear();
  window.localStorage.clear();
}

/** A session of `admin` as a browser keeps it, begun without the login page: that has tests of its own. */
async function begin({ origin }: AgentProcess): Promise<Session> {
  const client = new AgentClient(origin);
  expect(await client.login(password)).toBe(0);
  const cookies = [client.cookie, client.known]
    .filter((cookie) => cookie !== '')
    .map((cookie) => {
      const [name = ''] = cookie.split('=', 1);
      return { name, value: cookie.slice(name.length + 1), url: origin };
    });
  return { client, cookies, kept: { Username: 'admin', currentkey: '0', GAMBIT: client.gambit } };
}

/** Whether the session goes on. The console that is loaded with one that has ended is drawn like any other at first. */
async function isOpen(client: AgentClient): Promise<boolean> {
  return (await client.call('CommonGet', { Template: 'sysConfig' })).error.code === 0;
}

/** Loads the console with a session. */
async function load(page: Page, origin: string, { cookies, kept }: Session): Promise<void> {
  await page.context().addCookies([...cookies]);
  const healthy = `${origin}${Endpoint.health}`;
  if (page.url() !== healthy) await page.goto(healthy);
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) window.localStorage.setItem(name, value);
  }, kept);
  await page.goto(`${origin}/#/`);
  await expect(page.locator('main h1')).toBeVisible();
}

/** A test with a switch of its own, or of its file. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  agentOptions: [[], { option: true }],
  delivered: [true, { option: true }],
  isShared: [false, { option: true }],
  isNewcomer: [false, { option: true }],
  latest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used from a pattern.
    async ({}, use) => {
      const latest: Latest = { switch: undefined, page: undefined, port: undefined };
      await use(latest);
      await latest.page?.context().close();
      await end(latest);
    },
    { scope: 'worker' },
  ],
  shared: async ({ isShared, agentOptions, delivered, latest }, use, { file }) => {
    if (!isShared) return use(undefined);
    const of = JSON.stringify([file, agentOptions, delivered]);
    if (latest.switch?.of !== of) {
      await end(latest);
      latest.switch = { of, agent: await startAgent(latest, { options: agentOptions, delivered }) };
    }
    await use(latest.switch);
  },
  agent: async ({ agentOptions, delivered, shared, latest }, use) => {
    if (shared) return use(shared.agent);
    // One switch at a time has the address.
    await end(latest);
    const agent = await startAgent(latest, { options: agentOptions, delivered });
    await use(agent);
    await leave(latest);
    await agent.stop();
  },
  page: async ({ isNewcomer, latest, browser, viewport }, use) => {
    const page = isNewcomer ? await newPage(browser) : await keptPage(latest, browser, viewport);
    await use(page);
    if (isNewcomer) await page.context().close();
    else await leave(latest);
  },
  context: ({ page }, use) => use(page.context()),
  device: async ({ agent, shared }, use) => {
    const former = shared?.device;
    // A test before may have started the switch again.
    const device = former && (await isOpen(former)) ? former : await deviceOf(agent);
    if (shared) shared.device = device;
    await use(device);
  },
  console: async ({ page, agent, shared, device: _configured }, use) => {
    const former = shared?.session;
    const session = former && (await isOpen(former.client)) ? former : await begin(agent);
    if (shared) shared.session = session;
    await load(page, agent.origin, session);
    await proveWhenAsked(page, password);
    await use(page);
  },
});

export { expect };
