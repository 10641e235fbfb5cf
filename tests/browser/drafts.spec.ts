import type { Page } from '@playwright/test';
import { answer } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

const pvid = (page: Page) => page.getByLabel('PVID of port 5');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Types what is not applied, on a page that was come to from another one. */
async function begin(page: Page): Promise<void> {
  await openPage(page, '/Network/Mirroring');
  await openPage(page, '/Network/VLAN/Port');
  await pvid(page).fill('7');
}

const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'an address typed into the address bar': (page) =>
    page.evaluate(() => {
      window.location.hash = '/Network/Mirroring';
    }),
  'a menu click': (page) => page.getByRole('link', { name: 'Mirroring', exact: true }).click(),
};

for (const [way, leave] of Object.entries(ways)) {
  test(`${way} asks before it leaves entries behind`, async ({ console: page }) => {
    await begin(page);
    await leave(page);
    await answer(page, 'Cancel');
    await expect(heading(page, 'VLAN Port')).toBeVisible();
    await expect(page).toHaveURL(/#\/Network\/VLAN\/Port$/);
    await expect(pvid(page)).toHaveValue('7');
    await leave(page);
    await answer(page, 'OK');
    await expect(heading(page, 'Mirroring')).toBeVisible();
    await openPage(page, '/Network/VLAN/Port');
    await expect(pvid(page)).toHaveValue('1');
  });
}

test('the browser’s Back asks before it leaves entries behind', async ({ console: page }) => {
  await openPage(page, '/Network/Mirroring');
  await page.getByRole('link', { name: 'Loopback Detection', exact: true }).click();
  await page.getByRole('link', { name: 'Physical Interface', exact: true }).click();
  const description = page.getByLabel('Description of port 5');
  await description.fill('yard');
  await page.evaluate(() => window.history.back());
  await answer(page, 'Cancel');
  await expect(page).toHaveURL(/#\/Network\/PhysicalInterface$/);
  await expect(description).toHaveValue('yard');
  await page.evaluate(() => window.history.back());
  await answer(page, 'OK');
  await expect(heading(page, 'Loopback Detection')).toBeVisible();
});

test('Back to an address that was typed goes there, and no further', async ({ console: page }) => {
  await openPage(page, '/Network/Mirroring');
  // As the address bar does it: the router has no part in it.
  await openPage(page, '/Network/LoopbackDetection');
  await page.getByRole('link', { name: 'Physical Interface', exact: true }).click();
  const description = page.getByLabel('Description of port 5');
  await description.fill('yard');
  await page.evaluate(() => window.history.back());
  await answer(page, 'Cancel');
  await expect(page).toHaveURL(/#\/Network\/PhysicalInterface$/);
  await expect(description).toHaveValue('yard');
  await page.evaluate(() => window.history.back());
  await answer(page, 'OK');
  await expect(heading(page, 'Loopback Detection')).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(heading(page, 'Mirroring')).toBeVisible();
});

test('the menu entry of the page itself draws it anew with what was typed', async ({ console: page }) => {
  await begin(page);
  const before = await pvid(page).elementHandle();
  await page.getByRole('link', { name: 'Port', exact: true }).click();
  await page.waitForFunction((box) => !box?.isConnected, before);
  await expect(pvid(page)).toHaveValue('7');
});

test('loading the console anew keeps what was typed', async ({ console: page }) => {
  await begin(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(pvid(page)).toHaveValue('7');
});

test('a change of another session is seen without a hand stirred, and a cell that both changed is shown', async ({
  console: page,
  device,
}) => {
  const created = { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5-28' };
  expect((await device.set('dot1qVlanStaticEntry', created)).error.code).toBe(0);
  await begin(page);
  expect((await device.set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPvid: 20 })).error.code).toBe(0);
  expect((await device.set('dot1qPortVlanEntry', { dot1dBasePort: 6, dot1qPvid: 20 })).error.code).toBe(0);
  await expect(page.getByLabel('PVID of port 6')).toHaveValue('20', { timeout: 30_000 });
  await expect(page.getByText('Changed to 20 by another session.')).toBeVisible();
  await expect(page.getByText('1 changed by another session')).toBeVisible();
  await page.getByRole('button', { name: 'Use that value' }).click();
  await expect(pvid(page)).toHaveValue('20');
  // What the page has not read yet is not overwritten either.
  const reads = await holdReads(page);
  expect((await device.set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPvid: 1 })).error.code).toBe(0);
  await pvid(page).fill('7');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(page.getByText('changed PVID of port 5 meanwhile: 20 → 1.')).toBeVisible();
  await reads.release();
  await expect(page.getByText('Changed to 1 by another session.')).toBeVisible();
});

/** Keeps the page’s reads back until they are released. */
async function holdReads(page: Page): Promise<{ release: () => Promise<void> }> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rpc.js', async (route) => {
    if (/(Common|Batch)Get/.test(route.request().postData() ?? '')) await held;
    await route.continue();
  });
  return {
    async release() {
      answer();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}

test('the bar that applies stays at the foot of the window', async ({ console: page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await openPage(page, '/');
    await openPage(page, '/Network/PhysicalInterface');
    await expect(page.getByLabel('Admin. Status of port 1', { exact: true })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeInViewport({ ratio: 1 });
    const head = page.getByRole('columnheader', { name: 'Admin. Status' });
    if (width === 1440) await expect(head).toBeInViewport({ ratio: 1 });
  }
});
