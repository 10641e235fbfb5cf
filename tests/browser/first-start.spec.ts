import { AgentProcess, password } from './agent-process.ts';
import { expect, signIn, test } from './console.ts';

test('the first start prints a password once, which leads into the wizard', async ({ page }) => {
  const agent = await AgentProcess.start({ ownPassword: true });
  try {
    const printed = /User admin, password (\S+)/.exec(agent.said)?.[1] ?? '';
    expect(printed.length).toBeGreaterThanOrEqual(8);
    await signIn(page, agent.origin, printed);
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await page.goto(`${agent.origin}/#/System/SystemLog`);
    const messages = page.getByRole('table', { name: 'Messages' });
    await expect(messages).toContainText('admin logged in');
    await expect(messages).not.toContainText(printed);

    // Left with OK, the wizard stays away for now; its icon leads back.
    await page.getByRole('button', { name: 'Setup wizard' }).click();
    await page.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('region', { name: 'Front panel' })).toBeVisible();

    await agent.kill();
    await agent.begin();
    expect(agent.said).not.toContain('password');
  } finally {
    await agent.stop();
  }
});

test('three failures lock the source, and the page says nothing of it', async ({ page, agent }) => {
  await page.goto(agent.origin);
  const before = await page.locator('main').innerText();
  const secret = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Username').fill('admin');
  for (const attempt of ['wrong-1', 'wrong-2', 'wrong-3', password]) {
    await secret.fill(attempt);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(secret).toHaveValue('');
  }
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page.locator('main').innerText()).toBe(before);
});

test('the password can be looked at, and caps lock is told of', async ({ page, agent }) => {
  await page.goto(agent.origin);
  const secret = page.getByLabel('Password', { exact: true });
  const toggle = page.getByRole('button', { name: 'Show password' });
  await secret.fill('abc');
  await toggle.click();
  await expect(secret).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(secret).toHaveAttribute('type', 'password');

  const tooltip = page.getByRole('tooltip', { name: 'Caps lock is On' }).or(page.getByText('Caps lock is On'));
  await expect(tooltip).toBeHidden();
  await secret.focus();
  await secret.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(tooltip.first()).toBeVisible();
  await secret.dispatchEvent('keyup', { key: 'a', modifierCapsLock: false });
  await expect(tooltip).toBeHidden();
});
