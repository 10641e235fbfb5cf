import type { Page, Request } from '@playwright/test';
import { barReads } from '../../apps/console/bar/bar-reads.ts';
import { menu } from '../../features/menu.ts';
import { expect, openPage, test } from './console.ts';

/** Pages with a line in the menu. */
const lines = menu.full.filter(({ hidden, path }) => !hidden && !path.includes(':'));

/** Objects that a page reads as it wants them and never whole when it opens. */
const readInParts: ReadonlySet<string> = new Set(['dot1qTpFdbEntry']);

/** Objects that the bar at the top reads on every page. */
const readAlways = [...barReads, 'sysCloudCtrl'];

interface Read {
  readonly Template: string;
  readonly WebAuthenRequestState?: string;
}

/** The reads of a call; none of one that changes something. */
function readsOf(request: Request): readonly Read[] {
  if (!request.url().endsWith('/rpc.js')) return [];
  const { method, params } = JSON.parse(new URLSearchParams(request.postData() ?? '').get('RPC') ?? '{}');
  if (method === 'CommonGet') return [params];
  return method === 'BatchGet' ? params.reads : [];
}

/** Names of the objects that are read whole for whoever looks, by call. */
function callsFrom(requests: readonly Request[]): string[][] {
  return requests.map((request) => namesOf(request, ['Template'])).filter((names) => names.length > 0);
}

/** Names of the objects that are read whole, by whoever looks or by a timer. */
function allFrom(requests: readonly Request[]): string[] {
  return requests.flatMap((request) => namesOf(request, ['Template', 'WebAuthenRequestState', 'Known']));
}

/** Names of the objects that a call reads with no more than these parameters. */
function namesOf(request: Request, parameters: readonly string[]): string[] {
  return readsOf(request)
    .filter((read) => Object.keys(read).every((name) => parameters.includes(name)) && !readInParts.has(read.Template))
    .map(({ Template }) => Template);
}

async function shown(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"], main [class*="skeleton"]')).toHaveCount(0);
}

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'] });

/** Sections of the menu, each tried by itself: all of it takes too long for one test. */
const sections = new Set(lines.filter(({ path }) => path !== '/').map(({ path }) => path.split('/')[1]));

for (const section of sections) {
  test(`each page of ${section} has what it shows read in one call, beside its code`, async ({ console: page }) => {
    test.setTimeout(180_000);
    await shown(page);
    let former: readonly string[] = [];
    for (const { path, reads = [] } of lines) {
      if (path.split('/')[1] !== section) continue;
      const requests: Request[] = [];
      const note = (request: Request) => requests.push(request);
      page.on('request', note);
      await openPage(page, path);
      await shown(page);
      page.off('request', note);
      // What is missing here belongs into the `reads` of the page's declaration.
      expect.soft(callsFrom(requests), path).toEqual(reads.length === 0 ? [] : [[...reads]]);
      // What an earlier page left behind is read by a timer, and would be read late where it did not.
      const known = new Set([...reads, ...former, ...readAlways]);
      expect
        .soft(
          allFrom(requests).filter((name) => !known.has(name)),
          path,
        )
        .toEqual([]);
      former = reads;
    }
  });
}

test('a cold start reads everything in one call and asks for nothing twice', async ({ console: page }) => {
  await shown(page);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.reload();
  await shown(page);
  const calls = callsFrom(requests);
  expect(calls).toHaveLength(1);
  expect(new Set(calls[0]).size).toBe(calls[0]?.length);
});

test('a signed-in browser is told by the page itself what to fetch', async ({ console: page, agent }) => {
  const links = async () => (await (await page.request.get(agent.origin)).text()).match(/rel="modulepreload"/g) ?? [];
  const signedIn = (await links()).length;
  await page.context().clearCookies();
  expect(signedIn).toBeGreaterThan((await links()).length);
});

test('a click on the line of the page shown draws it anew without a blank', async ({ console: page }) => {
  // A page with a chart, whose code comes by itself.
  const path = '/System/Statistics/Traffic';
  await openPage(page, path);
  await shown(page);
  const link = page.locator(`#menu nav a[href="#${path}"]`);
  await expect(link).toBeVisible();
  const blanks = await link.evaluate(async (element: HTMLElement) => {
    const former = document.querySelector('main h1');
    let missing = 0;
    element.click();
    for (let drawn = false; !drawn; ) {
      await new Promise(requestAnimationFrame);
      const heading = document.querySelector('main h1');
      const waiting = document.querySelector('main [class*="skeleton"], main form[aria-busy="true"]');
      if (heading === null || waiting !== null) missing += 1;
      drawn = heading !== former && document.querySelector('main [aria-busy="true"]') === null;
    }
    return missing;
  });
  expect(blanks).toBe(0);
});

test('a hidden tab asks for nothing, and reads anew when it is shown again', async ({ console: page }) => {
  await shown(page);
  const hide = (hidden: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      hidden ? 'hidden' : 'visible',
    );
  await page.clock.install();
  await page.reload();
  await shown(page);
  await hide(true);
  // What was being gathered when the tab was hidden still goes.
  await page.clock.runFor(1000);
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (readsOf(request).length > 0) asked.push(request);
  });
  await page.clock.runFor(120_000);
  expect(asked).toEqual([]);
  const poll = page.waitForRequest((request) => readsOf(request).length > 1);
  await hide(false);
  await page.clock.runFor(1000);
  await poll;
});
