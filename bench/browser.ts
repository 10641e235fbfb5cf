import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { paintCorner } from '../tests/browser/painted-corner.ts';
import { account, type RunningAgent } from './agent.ts';
import { longestTaskOf } from './browser-trace.ts';
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts';
import { clickLine, unfoldMenu } from './menu-click.ts';
import { median } from './table.ts';

/** A page load as the network and the browser saw it. */
export interface LoadedPage {
  /** Every octet that came from the agent, headers among them. */
  readonly octets: number;
  readonly requests: number;
  /** Milliseconds from the navigation until what it is for showed: a form to fill in, or the device's data. */
  readonly time: number;
  /** Milliseconds that the main thread's processor worked until the page came to rest. */
  readonly mainThread: number;
}

/** Milliseconds from a click on a menu line until the page's data showed. */
export interface MenuClick {
  /** Nothing of the page had been fetched before. */
  readonly cold: number;
  /** Its code was loaded; its data are requested again. The median of several. */
  readonly warm: number;
  /** An empty call and a frame, which paints the page before: what no page can do without. The median. */
  readonly baseline: number;
  /** The middle one of the warm clicks as multiples of the call and the frame before them. */
  readonly ratio: number;
  /** The same line again while its page is shown. Undefined if that was not tried with this line. */
  readonly again?: { readonly time: number; readonly blankFrames: number };
}

/** A Chromium in front of an agent, behind a proxy that counts. */
export interface MeasuredBrowser {
  /** Loads the login page with a cold cache. */
  loginPage(): Promise<LoadedPage>;
  /** Signs in, forgets everything that is cached, and loads the dashboard, by default in English. */
  dashboard(language?: string): Promise<LoadedPage>;
  /** Loads Cockpit's networking page with a cold cache, until it shows the host's interfaces. */
  cockpitPage(address: URL): Promise<LoadedPage>;
  /**
   * Signs in, opens the pages of `warmUp` and then those of `paths` one after another: the octets of code and style that
   * each of the latter brings, with its texts, compressed as they come, by its path. By default in English.
   */
  furtherPages(warmUp: readonly string[], paths: readonly string[], language?: string): Promise<Map<string, number>>;
  /** The same of pages each of which is the first one after the dashboard of a browser that knows nothing else. */
  firstPages(paths: readonly string[]): Promise<Map<string, number>>;
  /** Signs in, forgets everything that is cached, and clicks through the menu at `paths` several times: what came of each, by path. */
  menuClicks(paths: readonly string[]): Promise<Map<string, MenuClick>>;
  /** Signs in and opens a page by its path. */
  signedIn(path: string): Promise<Page>;
  /** Milliseconds of processor time of the longest task of the page's main thread while `act` goes on. */
  longestTask(page: Page, act: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds without a request after which a page is at rest. */
const REST = 1000;

/** The same for the code of a page within the console. */
const PAGE_REST = 400;

/** Milliseconds within which a second menu click does not redraw the page. */
const RELOAD_GUARD = 2600;

/** Clicks of which the middle one counts: what else the machine does falls on some of them. */
const WARM_ROUNDS = 3;

/** Every so many lines of the menu one is clicked again while its page is shown, since that takes so long. */
const AGAIN = 8;

/** Milliseconds after which a page is no longer expected to show its data. */
const PATIENCE = 30_000;

/** Milliseconds that a page is watched at most: one that polls never rests. */
const LONGEST = 6000;

/** Starts Chromium for measuring `agent`: the whole browser, unless another `program` is named. */
export async function openBrowser(agent: RunningAgent, program = '/usr/bin/chromium'): Promise<MeasuredBrowser> {
  const proxy = await openCountingProxy(agent.port);
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
  return {
    loginPage: () =>
      inFreshContext(browser, async (page, session) =>
        measured(proxy, page, session, async () => {
          await page.goto(`${proxy.origin}/`);
          await page.getByRole('button', { name: 'Login' }).waitFor();
        }),
      ),
    dashboard: (language = 'en') =>
      inSession(browser, proxy.origin, async (page, session) => {
        await page.evaluate(keepLanguage, language);
        // Of the same origin, so that the next page is loaded by the same process and its work can be measured
        // separately.
        await page.goto(`${proxy.origin}/iss/specific/const_common.js`);
        await session.send('Network.clearBrowserCache');
        const dashboard = await measured(proxy, page, session, async () => {
          await page.goto(`${proxy.origin}/#/index`);
          await page.waitForFunction(hasData, undefined, { polling: 'raf' });
        });
        await page.evaluate(keepLanguage, 'en');
        await page.reload();
        return dashboard;
      }),
    cockpitPage: async (address) => {
      const management = await openCountingProxy(Number(address.port));
      try {
        return await inFreshContext(browser, (page, session) =>
          measured(management, page, session, async () => {
            await page.goto(`${management.origin}${address.pathname}`);
            const frame = page.frameLocator('iframe[name="cockpit1:localhost/network"]');
            await frame.locator('#networking-interfaces tbody tr').first().waitFor();
          }),
        );
      } finally {
        await management.close();
      }
    },
    menuClicks: (paths) =>
      inSession(browser, proxy.origin, async (page, session) => {
        await page.goto(`${proxy.origin}/iss/specific/const_common.js`);
        await session.send('Network.clearBrowserCache');
        await page.goto(`${proxy.origin}/#/index`);
        await page.waitForFunction(hasData, undefined, { polling: 'raf' });
        const click = async (path: string) => {
          const bare = await page.evaluate(emptyCall);
          await unfoldMenu(page);
          return { ...(await clickLine(page, path, PATIENCE)), bare };
        };
        const cold = new Map<string, number>();
        for (const path of paths) cold.set(path, (await click(path)).time);
        const rounds: Map<string, { readonly time: number; readonly bare: number }>[] = [];
        for (let round = 0; round < WARM_ROUNDS; round += 1) {
          const times = new Map<string, { readonly time: number; readonly bare: number }>();
          for (const path of paths) {
            times.set(path, await click(path));
          }
          rounds.push(times);
        }
        const clicks = new Map<string, MenuClick>();
        for (const [at, path] of paths.entries()) {
          const warm = rounds.flatMap((times) => times.get(path) ?? []);
          const figures = {
            cold: cold.get(path) ?? Number.NaN,
            warm: median(warm.map(({ time }) => time)),
            baseline: median(warm.map(({ bare }) => bare)),
            ratio: median(warm.map(({ time, bare }) => time / bare)),
          };
          if (at % AGAIN > 0) {
            clicks.set(path, figures);
            continue;
          }
          await click(path);
          // Within this time the console does not redraw a page for a second click (docs/specification/product.md 9).
          await page.waitForTimeout(RELOAD_GUARD);
          clicks.set(path, { ...figures, again: await click(path) });
        }
        return clicks;
      }),
    firstPages: (paths) =>
      inSession(browser, proxy.origin, async (page, session) => {
        const open = await countingCode(proxy.origin, page, session);
        const brought = new Map<string, number>();
        for (const path of paths) {
          await loadAnew(page, session);
          brought.set(path, await open(path));
        }
        return brought;
      }),
    furtherPages: (warmUp, paths, language = 'en') =>
      inSession(browser, proxy.origin, async (page, session) => {
        await page.evaluate(keepLanguage, language);
        const open = await countingCode(proxy.origin, page, session);
        await loadAnew(page, session);
        for (const path of warmUp) await open(path);
        const brought = new Map<string, number>();
        for (const path of paths) brought.set(path, await open(path));
        await page.evaluate(keepLanguage, 'en');
        await page.reload();
        return brought;
      }),
    signedIn: async (path) => {
      const page = await (await browser.newContext()).newPage();
      await signInto(page, proxy.origin);
      await page.goto(`${proxy.origin}/#${path}`);
      return page;
    },
    longestTask: async (page, act) => {
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
      await act();
      return longestTaskOf((await browser.stopTracing()).toString());
    },
    close: async () => {
      await browser.close();
      await proxy.close();
    },
  };
}

/**
 * Counts code, style and texts of a session's pages, compressed as they come. Resolves to a function that opens a page within the
 * console and resolves to the octets that it brought.
 */
async function countingCode(
  origin: string,
  page: Page,
  session: CDPSession,
): Promise<(path: string) => Promise<number>> {
  // What is drawn brings nothing: painted is no more than a corner.
  await paintCorner(session);
  const underWay = new Set<string>();
  let octets = 0;
  let last = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (isCode(request.url)) underWay.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!underWay.delete(requestId)) return;
    octets += encodedDataLength;
    last = performance.now();
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    if (underWay.delete(requestId)) last = performance.now();
  });
  return async (path) => {
    const before = octets;
    // The page shown brings nothing, and its heading stays.
    if (page.url().endsWith(`#${path}`)) return 0;
    const former = await page.locator('main h1').elementHandle();
    await page.goto(`${origin}/#${path}`);
    // Late requests on a busy machine still belong to this page, not to the next one.
    await page.waitForFunction((heading) => !heading?.isConnected, former);
    await page.locator('main h1').waitFor();
    last = performance.now();
    while (underWay.size > 0 || performance.now() - last < PAGE_REST) await page.waitForTimeout(PAGE_REST / 5);
    return octets - before;
  };
}

/** Loads the dashboard of a session with a cold cache: the wizard, which a first login leads to, and other pages have brought a part. */
async function loadAnew(page: Page, session: CDPSession): Promise<void> {
  await page.evaluate(() => location.replace('#/index'));
  await page.waitForURL((url) => url.hash === '#/');
  await session.send('Network.clearBrowserCache');
  await page.reload();
  // The chart comes after the dashboard: left before that, the next page with a chart would be charged for it.
  await page.locator('main canvas').first().waitFor();
}

/** In the browser: the language of the next page that is loaded. */
function keepLanguage(language: string): void {
  localStorage.setItem('i18n', language);
}

/** In the browser: whether a page is shown with all its data from the device. */
function hasData(): boolean {
  const waits = 'main [aria-busy="true"], main [class*="skeleton"]';
  return document.querySelector('main h1') !== null && document.querySelector(waits) === null;
}

/** In the browser: milliseconds of a call that brings next to nothing, and of a frame. */
async function emptyCall(): Promise<number> {
  const began = performance.now();
  await (await fetch('/iss/specific/const_common.js', { cache: 'no-store' })).text();
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}

/** Signs in by the login page; leaves for the dashboard where the wizard would begin. */
async function signInto(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByLabel('Username').fill(account.user);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  // Only after the page behind the login is shown does the console accept another address.
  await page.getByLabel('Username').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${origin}/#/index`);
  await page.waitForURL((url) => url.hash === '#/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Signed in, and out again afterwards: the device keeps few sessions. */
function inSession<Result>(
  browser: Browser,
  origin: string,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  return inFreshContext(browser, async (page, session) => {
    await signInto(page, origin);
    const result = await use(page, session);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Username').waitFor();
    return result;
  });
}

async function inFreshContext<Result>(
  browser: Browser,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Frames of what moves for its own sake are no part of any figure.
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Network.enable');
    return await use(page, session);
  } finally {
    await context.close();
  }
}

/** Whether an address is that of the console's code, style or texts. */
function isCode(url: string): boolean {
  return new URL(url).pathname.startsWith('/assets/');
}

/** Counts the requests of `load`, until there has been none for a while. Answers from the cache are no requests. */
async function measured(
  proxy: CountingProxy,
  page: Page,
  session: CDPSession,
  load: () => Promise<void>,
): Promise<LoadedPage> {
  let requests = 0;
  let last = performance.now();
  const touch = () => {
    last = performance.now();
  };
  const count = ({ response }: { response: { fromDiskCache?: boolean } }) => {
    touch();
    if (!response.fromDiskCache) requests += 1;
  };
  const uncount = () => {
    requests -= 1;
  };
  page.on('request', touch);
  session.on('Network.responseReceived', count);
  session.on('Network.requestServedFromCache', uncount);
  proxy.reset();
  const workedBefore = await mainThread(session);
  const began = performance.now();
  await load();
  const time = performance.now() - began;
  while (performance.now() - last < REST && performance.now() - began < LONGEST) await page.waitForTimeout(REST / 5);
  page.off('request', touch);
  session.off('Network.responseReceived', count);
  session.off('Network.requestServedFromCache', uncount);
  return { octets: proxy.octets(), requests, time, mainThread: (await mainThread(session)) - workedBefore };
}

/** Milliseconds that the page's main thread has worked so far. */
async function mainThread(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}
