import type { Page } from '@playwright/test';
import { entryName } from '../../console/navigation/search-entries.ts';
import { menu } from '../../features/menu.ts';
import { asWritten } from '../../model/values/translate.ts';
import { expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';
import { faultOfFocus } from './page-checks.ts';

/** Pages with a line in the menu. */
const lines = menu.full.filter(({ hidden, path }) => !hidden && !path.includes(':'));

// A switch with a cloud has every page.
test.use({ agentOptions: ['--cloud', 'cloud.example'] });

/** The walk over all pages is done in parts, side by side. */
const PARTS = 6;

/** Presses of Tab a page is walked from its heading: past its head, into its work. */
const steps = 5;

/** Opens the palette, looks for words, and goes to what is found first. */
async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Find a page or setting' });
  await expect(box).toBeFocused();
  await box.fill(words);
  await page.keyboard.press('Enter');
  await expect(box).toBeHidden();
}

const isInPage = (page: Page) => page.evaluate(() => Boolean(document.activeElement?.closest('main')));

test('a page is found by more than its name', async ({ console: page }) => {
  await goTo(page, 'fdb');
  await expect(page).toHaveURL(/#\/Network\/VLAN\/Dynamic$/);
});

for (let part = 1; part <= PARTS; part += 1) {
  const walked = lines.filter((_, index) => index % PARTS === part - 1);
  const walk = `every page is found by its name, walked through with a focus to be seen, and left again, part ${part} of ${PARTS}`;
  test(walk, async ({ console: page }) => {
    test.setTimeout(180_000);
    for (const entry of walked) {
      const name = entryName(entry, asWritten);
      await test.step(name, async () => {
        await goTo(page, name);
        await expect(page).toHaveURL(new RegExp(`#${entry.path}$`));
        await expect(page.locator('main h1')).toBeFocused();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        expect
          .soft(await page.locator('main').getByRole('button', { name: 'Refresh', exact: true }).count(), name)
          .toBeLessThan(2);
        for (let step = 0; step < steps; step += 1) {
          await page.keyboard.press('Tab');
          if (!(await isInPage(page))) break;
          expect.soft(await faultOfFocus(page), `${name}, stop ${step + 1}`).toBe('');
        }
        // From what comes last on the page, Tab goes on past it.
        await page.evaluate(() => {
          const stops = document.querySelectorAll<HTMLElement>(
            'main :is(a[href], button, input, select, textarea, summary, [tabindex="0"]):not(:disabled, [tabindex="-1"])',
          );
          [...stops].findLast((stop) => stop.checkVisibility())?.focus();
        });
        await page.keyboard.press('Tab');
        expect.soft(await isInPage(page), `${name} keeps the focus`).toBe(false);
      });
    }
  });
}

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

test('what a key opened, Escape closes, and the focus is where it was', async ({ console: page, device }) => {
  const address = { RowStatus: 4, dot1qVlanIndex: 1, dot1qStaticUnicastAddress: '00-11-22-33-44-55' };
  const port = { dot1qStaticUnicastAllowedToGoTo: 2 };
  expect((await device.set('dot1qStaticUnicastEntry', { ...address, ...port })).error.code).toBe(0);
  const opened: readonly (readonly [path: string, button: string | RegExp, opens: string])[] = [
    ['/Network/StaticUnicast', 'Delete All', 'dialog[open]'],
    ['/Network/StaticUnicast', /^Delete .*00-11-22-33-44-55/, 'dialog[open]'],
    ['/Network/VLAN/Tagged', 'Add VLAN', 'main form'],
    ['/System/DNS', 'Add static host', 'main form:has(button:text-is("Add"))'],
    ['/', 'Port 5', 'dialog[open]'],
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
  await page.keyboard.press('ArrowUp');
  const apply = page.getByRole('button', { name: 'Apply 1 change' });
  for (const stop of [
    page.getByRole('button', { name: '1 change', exact: true }),
    page.getByRole('button', { name: 'Cancel' }),
    apply,
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
