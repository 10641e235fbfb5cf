import { AgentClient } from '../agent/agent-client.ts';
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

test('three failures pass in silence, and the lock that follows is told of', async ({ page, agent }) => {
  await page.goto(agent.origin);
  const before = await page.locator('main').innerText();
  const secret = page.getByLabel('Password', { exact: true });
  const message = page.getByRole('alertdialog');
  await page.getByLabel('Username').fill('admin');
  for (const attempt of ['wrong-1', 'wrong-2', 'wrong-3']) {
    await secret.fill(attempt);
    await secret.press('Enter');
    await expect(secret).toHaveValue('');
    await expect(message).toBeHidden();
    expect(await page.locator('main').innerText()).toBe(before);
  }
  await secret.fill(password);
  await secret.press('Enter');
  await expect(message).toContainText('Logins from this address are refused for 10 minutes after 3 failures.');
  await message.press('Escape');
  await expect(message).toBeHidden();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a browser that signed in before is let in while others guess from its address', async ({ page, agent }) => {
  await signIn(page, agent.origin);
  await page.goto(`${agent.origin}/#/login`);
  const guesser = new AgentClient(agent.origin);
  for (const attempt of ['wrong-1', 'wrong-2', 'wrong-3']) await guesser.login(attempt);
  expect(await guesser.login(password)).toBe(8703);
  await signIn(page, agent.origin);
});

test('where all sessions are taken, one that is idle can be ended for the login', async ({ page, agent }) => {
  const others = Array.from({ length: 4 }, () => new AgentClient(agent.origin));
  for (const other of others) expect(await other.login(password)).toBe(0);
  const isOpen = async (other: AgentClient) =>
    (await other.call('CommonGet', { Template: 'sysConfig' })).error.code === 0;
  await page.goto(agent.origin);
  await page.getByLabel('Username').fill('admin');
  const secret = page.getByLabel('Password', { exact: true });
  await secret.fill(password);
  await secret.press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Only 4 sessions can be open at the same time.');
  await expect(question).toContainText('End the session from 127.0.0.1, used within the last minute, and log in?');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  expect((await Promise.all(others.map(isOpen))).filter((open) => open)).toHaveLength(3);
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
