import type { Page } from '@playwright/test';
import { password } from './agent-process.ts';
import { expect, signIn, test } from './console.ts';

/** Opens the console without its code; resolves to a function that lets it come. */
async function openWithoutCode(page: Page, origin: string): Promise<() => void> {
  let comes = () => {};
  const isLetIn = new Promise<void>((resolve) => {
    comes = resolve;
  });
  const html = await (await page.request.get(origin)).text();
  const code = /data-code="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? [];
  expect(code.length).toBeGreaterThan(0);
  for (const address of code)
    await page.route(`**${address}`, async (route) => {
      await isLetIn;
      await route.continue();
    });
  await page.goto(origin, { waitUntil: 'commit' });
  return comes;
}

/** The form that came with the page, until the console's code takes its place. */
const served = (page: Page) => page.locator('#servedusername');

test.use({ isShared: true, isNewcomer: true });
test.describe.configure({ mode: 'default' });

test('what is typed and sent before the code is there signs in once it is', async ({ page, agent }) => {
  const comes = await openWithoutCode(page, agent.origin);
  await expect(page.getByRole('heading', { name: 'TPE-2840WS Login' })).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-disabled', 'true');
  expect(page.url()).toBe(`${agent.origin}/`);
  comes();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
});

test('focus, caret and language go on in the console’s form', async ({ page, agent }) => {
  const comes = await openWithoutCode(page, agent.origin);
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByLabel('Username').fill('amin');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.getByLabel('Language').evaluate((select: HTMLSelectElement) => {
    select.value = 'de';
  });
  comes();
  await expect(served(page)).toHaveCount(0);
  await page.keyboard.type('d');
  await expect(page.getByLabel('Benutzername')).toHaveValue('admin');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('secret');
  expect(await page.evaluate(() => window.localStorage.getItem('i18n'))).toBe('de');
});

test('a button that is being pressed waits for its release', async ({ page, agent }) => {
  const comes = await openWithoutCode(page, agent.origin);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).hover();
  await page.mouse.down();
  const isThere = page.waitForResponse('**/const_common.js');
  comes();
  await page.waitForLoadState('networkidle');
  await expect(served(page)).toHaveCount(1);
  await page.mouse.up();
  await isThere;
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
});

test('the form stands in the theme of the browser, and never in a language that was not chosen', async ({
  page,
  agent,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  (await openWithoutCode(page, agent.origin))();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByLabel('Benutzername')).toBeVisible();
  const comes = await openWithoutCode(page, agent.origin);
  await expect(served(page)).toBeHidden();
  await expect(served(page)).toHaveCount(1);
  comes();
  await expect(page.getByLabel('Benutzername')).toBeVisible();
});

test('who is signed in sees no login form', async ({ page, agent }) => {
  await signIn(page, agent.origin);
  expect(await (await page.request.get(agent.origin)).text()).not.toContain('<form');
  // A browser that has lost its cookie, and still has a session in its storage.
  await page.context().clearCookies();
  const comes = await openWithoutCode(page, agent.origin);
  await expect(served(page)).toHaveCount(1);
  await expect(served(page)).toBeHidden();
  comes();
  await expect(served(page)).toHaveCount(0);
});
