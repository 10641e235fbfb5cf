import type { Request } from '@playwright/test';
import { expect, openPage, test } from './console.ts';
import { callsFrom, readsOf, requestsDuring, shown } from './page-reads.ts';

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'], isShared: true });
test.describe.configure({ mode: 'default' });

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
  const code = async () =>
    new Set((await (await page.request.get(agent.origin)).text()).match(/\/assets\/[^" ]+\.js/g));
  const signedIn = await code();
  await page.context().clearCookies();
  const before = await code();
  expect([...signedIn].filter((file) => !before.has(file))).not.toEqual([]);
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

test('what a page shows is asked for as soon as its line is pressed, and once', async ({ console: page }) => {
  await openPage(page, '/System/Statistics/Traffic');
  await shown(page);
  const requests = await requestsDuring(page, async () => {
    const answered = page.waitForResponse((response) =>
      callsFrom([response.request()]).flat().includes('sysUserInterface'),
    );
    await page.locator('#menu nav a[href="#/System/Timeout"]').hover();
    await page.mouse.down();
    await (await answered).finished();
    await expect(page.locator('main h1')).toHaveText('Traffic Statistics');
    await page.mouse.up();
    await expect(page.locator('main h1')).toHaveText('Timeout');
    await shown(page);
  });
  expect(callsFrom(requests)).toEqual([['sysUserInterface']]);
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
  // The clock stays with the page.
  await page.close();
});
