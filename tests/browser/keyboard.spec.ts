import { expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';
import { faultOfFocus, goTo, isInPage } from './page-checks.ts';

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'], isShared: true });
test.describe.configure({ mode: 'default' });

test('a page is found by more than its name', async ({ console: page }) => {
  await goTo(page, 'fdb');
  await expect(page).toHaveURL(/#\/Network\/VLAN\/Dynamic$/);
});

test('the first stop of a fresh page leads past the menu', async ({ console: page }) => {
  await openPage(page, '/System/DNS');
  await page.reload();
  await expect(page.locator('main h1')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await isInPage(page)).toBe(true);
});

test('the sections of the menu stay in sight above and below the one that is open', async ({ console: page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, '/Network/VLAN/Current');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const section of ['Network', 'Security', 'Tools']) {
    await expect(menu.getByRole('button', { name: section, exact: true })).toBeInViewport({ ratio: 1 });
  }
  // They do not cover the line of the page.
  await menu.getByRole('link', { name: 'Current' }).click({ trial: true });
});

test('what a key opened, Escape closes, and the focus is where it was', async ({ console: page, device }) => {
  const address = { RowStatus: 4, dot1qVlanIndex: 1, dot1qStaticUnicastAddress: '00-11-22-33-44-55' };
  const port = { dot1qStaticUnicastAllowedToGoTo: 2 };
  expect((await device.set('dot1qStaticUnicastEntry', { ...address, ...port })).error.code).toBe(0);
  const opened: readonly (readonly [path: string, button: string | RegExp, opens: string])[] = [
    ['/Network/StaticUnicast', 'Delete All', 'dialog[open]'],
    ['/Network/StaticUnicast', /^Delete .*00-11-22-33-44-55/, 'dialog[open]'],
    ['/Network/VLAN/Tagged', 'Add VLAN', 'main form'],
    ['/System/DNS', 'Add static host', 'main form:has(button:text-is("Add"))'],
    ['/', 'Warnings', '[role="dialog"]'],
  ];
  for (const [path, name, opens] of opened) {
    await test.step(`${path} ${name}`, async () => {
      await openPage(page, path);
      const button = page.getByRole('button', { name }).first();
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator(opens)).toBeVisible();
      await expect(button).not.toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.locator(opens)).toBeHidden();
      await expect(button).toBeFocused();
    });
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Find a page or setting' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Warnings' })).toBeFocused();
});

test('a table of ports is changed, applied and gone on from by keyboard', async ({ console: page, device }) => {
  await openPage(page, '/Network/LoopbackDetection');
  const state = page.getByLabel('Port State of port 28', { exact: true });
  await state.focus();
  await page.keyboard.press('Space');
  const copy = page.getByRole('button', { name: 'Copy as command line' });
  // It stands there once the device has said what the change is in its words.
  await expect(copy).toBeVisible();
  for (const stop of [
    page.getByRole('button', { name: '1 change', exact: true }),
    copy,
    page.getByRole('button', { name: 'Cancel' }),
    page.getByRole('button', { name: 'Apply 1 change' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    expect(await faultOfFocus(page)).toBe('');
  }
  await page.keyboard.press('Enter');
  await expectToast(page);
  expect(await device.read('sysLBDCtrlEntry', { sysLBDCtrlIndex: 28 })).toMatchObject([{ sysLBDPortStatus: 1 }]);
  await expect(page.getByRole('button', { name: 'Apply', exact: true }).last()).toBeFocused();
});
