import { startTestCloud, type TestCloud } from '../agent/test-cloud.ts';
import { AgentProcess, password } from './agent-process.ts';
import { expect, openPage, signIn, test } from './console.ts';

let cloud: TestCloud;
let agent: AgentProcess;

test.beforeEach(async () => {
  cloud = await startTestCloud();
  cloud.accounts.set('owner@example.org', 'secret12');
  agent = await AgentProcess.start({ options: ['--cloud', `127.0.0.1:${cloud.port}`] });
});

test.afterEach(async () => {
  await agent.stop();
  await cloud.close();
});

test('a switch is set up from the wizard for the cloud, hides what the cloud decides, and is taken back', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, agent.origin);
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('An-own-Passw0rd');
  await page.getByLabel('Confirm password').fill('An-own-Passw0rd');
  await next.click();
  await page.getByLabel('Management', { exact: true }).selectOption({ label: 'Cloud' });
  await next.click();
  await expect(page.getByText('A secure connection to the cloud needs a right clock.')).toBeVisible();
  await page.getByLabel('Clock source').selectOption({ label: 'Local time' });
  await next.click();
  await expect(page.getByRole('heading', { name: 'Name resolution' })).toBeVisible();
  await next.click();

  // A wrong password is said, with what to do, and nothing was saved.
  const connect = page.getByRole('button', { name: 'Connect' });
  await page.getByLabel('Account').fill('owner@example.org');
  await page.getByLabel('Cloud password').fill('wrong123');
  await page.getByLabel('Fingerprint of the cloud').fill(cloud.fingerprint);
  await connect.click();
  await expect(page.getByRole('heading', { name: 'The cloud was not reached' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Account or certificate refused')).toBeVisible();
  await expect(page.getByRole('list', { name: 'On the way to the cloud' }).getByText('Failed')).toHaveCount(1);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Account')).toHaveValue('owner@example.org');
  await page.getByLabel('Cloud password').fill('secret12');
  await connect.click();
  await expect(page.getByText('This is what will be written')).toBeVisible({ timeout: 30_000 });
  // Not kept over the reload that the cloud's coming made.
  await page.getByRole('button', { name: 'Apply', exact: true }).click();

  const sidebar = page.getByRole('navigation', { name: 'Menu' });
  await expect(sidebar).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: 'Cloud: connected' })).toBeVisible({ timeout: 30_000 });
  await expect(sidebar.getByRole('button', { name: 'Security' })).toHaveCount(0);
  await expect(sidebar.getByRole('button', { name: 'Tools' })).toBeVisible();

  // The cloud is gone: the switch is taken back all the same.
  await cloud.close();
  await openPage(page, '/System/CloudSettings');
  await page.getByLabel('Password of this switch').fill('An-own-Passw0rd');
  await page.getByRole('button', { name: 'Take local control' }).click();
  await expect(sidebar.getByRole('button', { name: 'Security' })).toBeVisible({ timeout: 30_000 });
  await cloud.reopen();
});
