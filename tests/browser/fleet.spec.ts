import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from '../cloud/cloud-process.ts';
import { AgentProcess, password } from './agent-process.ts';
import { expect, openPage, signIn, test } from './console.ts';
import { settled, violations } from './page-checks.ts';

let cloud: CloudProcess;
let agent: AgentProcess;
let device: AgentClient;

test.beforeEach(async () => {
  cloud = await CloudProcess.start();
  agent = await AgentProcess.start({ options: ['--cloud', cloud.place] });
  device = new AgentClient(agent.origin);
  expect(await device.login(password)).toBe(0);
});

test.afterEach(async () => {
  await agent.stop();
  await cloud.stop();
});

/** Signs the switch in to the cloud; resolves to its serial number. */
async function joinByAccount(): Promise<string> {
  await device.set('sysCloudCtrl', {
    systemCloudState: 1,
    systemCloudFingerprint: cloud.fingerprint,
    systemCloudAccount: 'admin',
    systemCloudPassword: cloudPassword,
  });
  return Object(await device.read('sysCloudCtrl')).systemCloudDeviceId;
}

test('a switch is claimed by its code, stands in the fleet, and is given back', async ({ page }) => {
  test.setTimeout(180_000);
  await device.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
  const { systemCloudClaimCode, systemCloudDeviceId } = Object(await device.read('sysCloudCtrl'));
  await signIn(page, cloud.origin, cloudPassword);
  await expect(page.getByText('No switch was claimed yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Claim' }).click();
  await expect(page.getByText(cloud.fingerprint)).toBeVisible();
  await page.getByLabel('Serial number').fill(systemCloudDeviceId);
  await page.getByLabel('Claim code').fill('this is no code');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Claim code is twelve letters and digits')).toBeVisible();
  await page.getByLabel('Claim code').fill(systemCloudClaimCode.toLowerCase());
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await openPage(page, '/');
  const row = page.getByRole('row', { name: systemCloudDeviceId });
  await expect(row.getByText('Connected', { exact: true })).toBeVisible({ timeout: 60_000 });
  await device.set('system', { sysName: 'cellar' });
  await expect(row.getByRole('link', { name: 'cellar' })).toBeVisible({ timeout: 30_000 });

  // The cloud narrows the list.
  await page.getByRole('searchbox', { name: 'Search' }).fill('attic');
  await expect(page.getByText('No switch fits.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('CELL');
  await row.getByRole('link', { name: 'cellar' }).click();

  await expect(page.getByRole('heading', { name: 'cellar' })).toBeVisible();
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No switch was claimed yet.')).toBeVisible();
  await openPage(page, '/Audit');
  await expect(page.getByText(`Gave switch ${systemCloudDeviceId} back`)).toBeVisible();
  await expect
    .poll(async () => Object(await device.read('sysCloudCtrl')).systemCloudConnectState, { timeout: 60_000 })
    .toBe(0);
});

test('every page is for everybody: by axe in both schemes, without scrolling sideways at three widths, in German', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const serial = await joinByAccount();
  await signIn(page, cloud.origin, cloudPassword);
  await expect(page.getByRole('row', { name: serial })).toBeVisible({ timeout: 60_000 });
  const pages = ['/', `/Switch/${serial}`, '/Claim', '/Users', '/Audit'];
  for (const path of pages) {
    await openPage(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await settled(page);
        const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(scrolls, `${path} at ${width}`).toBe(false);
        expect(await violations(page), `${path} ${colorScheme} at ${width}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await openPage(page, '/Claim');
  await expect(page.getByRole('heading', { name: 'Switch übernehmen' })).toBeVisible();
});
