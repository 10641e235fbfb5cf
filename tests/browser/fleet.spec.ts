import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeBundle } from '../../device/firmware/write-bundle.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from '../cloud/cloud-process.ts';
import { RawSwitch } from '../cloud/raw-switch.ts';
import { AgentProcess, password } from './agent-process.ts';
import { expect, openPage, signIn, test } from './console.ts';
import { drawn, ofColour, settled, violations } from './page-checks.ts';
import { newPage } from './undrawn.ts';

// One cloud: each test goes on with the fleet that the one before has left, the first with an empty one.
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let cloud: CloudProcess;
let agent: AgentProcess;
let device: AgentClient;
/** The fleet console, signed in. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  cloud = await CloudProcess.start();
  agent = await AgentProcess.start({ options: ['--cloud', cloud.place] });
  device = new AgentClient(agent.origin);
  expect(await device.login(password)).toBe(0);
  page = await newPage(browser);
  await signIn(page, cloud.origin, cloudPassword);
});

test.afterAll(async () => {
  await page.context().close();
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

/** A client of the fleet console itself. */
async function fleetClient(): Promise<AgentClient> {
  const client = new AgentClient(cloud.origin);
  expect(await client.login(cloudPassword)).toBe(0);
  return client;
}

/** Lets the cloud take another switch, which never connects; its serial number is "RAW1". */
async function claimAnother(): Promise<void> {
  const [host = '', port] = cloud.place.split(':');
  const raw = await RawSwitch.make({ host, port: Number(port) }, 'RAW1');
  const claim = { fleetClaimSerial: 'RAW1', fleetClaimCode: raw.code, RowStatus: 4 };
  expect((await (await fleetClient()).set('fleetClaimEntry', claim)).error.message).toBe('');
  expect(await raw.claim()).toBe(200);
}

test('a switch is claimed by its code, stands in the fleet, and is given back', async () => {
  await device.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
  const { systemCloudClaimCode, systemCloudDeviceId } = Object(await device.read('sysCloudCtrl'));
  await expect(page.getByText('No switches claimed yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Claim' }).click();
  await expect(page.getByText(cloud.fingerprint)).toBeVisible();
  await page.getByLabel('Serial number').fill(systemCloudDeviceId);
  await page.getByLabel('Claim code').fill('this is no code');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Claim code must be twelve letters and digits')).toBeVisible();
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
  await page.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No switches claimed yet.')).toBeVisible();
  await openPage(page, '/Audit');
  await expect(page.getByText(`Released switch ${systemCloudDeviceId}`)).toBeVisible();
  await expect
    .poll(async () => Object(await device.read('sysCloudCtrl')).systemCloudConnectState, { timeout: 60_000 })
    .toBe(0);
});

test('firmware is brought to the cloud, previewed and rolled out; a waiting switch is removed', async () => {
  const maker = generateKeyPairSync('ed25519');
  writeFileSync(join(cloud.directory, 'firmware.pub'), maker.publicKey.export({ type: 'spki', format: 'pem' }));
  const bundleBy = (key: KeyObject) => {
    const files = [{ name: START_FILE, content: new Uint8Array(100_000) }];
    return Buffer.from(writeBundle({ models: ['RAW'], version: '2.0.0', files }, key));
  };
  const choose = (buffer: Buffer) =>
    page.getByLabel('File').setInputFiles({ name: 'f.bundle', mimeType: 'application/octet-stream', buffer });
  await claimAnother();
  await page.getByRole('link', { name: 'Firmware' }).click();
  await expect(page.getByText('No firmware in the cloud yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Choose a file first.')).toBeVisible();
  await choose(Buffer.from('no image'));
  await expect(page.getByText('The file is not a firmware image.')).toBeVisible();
  await choose(bundleBy(generateKeyPairSync('ed25519').privateKey));
  await expect(page.getByText('Version 2.0.0, 0.1 MB, for RAW')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('its signature is not trusted')).toBeVisible();
  await choose(bundleBy(maker.privateKey));
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('The cloud accepted it.')).toBeVisible();
  await page.getByRole('button', { name: 'Roll out firmware 2.0.0' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row', { name: 'RAW1' }).getByText('not known yet')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Second');
  await page.getByRole('button', { name: 'Start the rollout' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove RAW1' }).click();
  await expect(page.getByRole('row', { name: 'RAW1' }).getByText('Removed')).toBeVisible();
  await expect(page.locator('dl').getByText('Finished')).toBeVisible();
  await openPage(page, '/Firmware');
  await page.getByRole('button', { name: 'Delete firmware 2.0.0' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('No firmware in the cloud yet.')).toBeVisible();
});

test('settings of one switch are brought to others, held, and resumed; who may only look may not', async () => {
  await device.set('sysWizard', { sysWizardDone: 1 });
  await device.set('system', { sysContact: 'Ann' });
  const serial = await joinByAccount();
  await openPage(page, '/');
  await expect(page.getByRole('row', { name: serial }).getByText('In sync')).toBeVisible({ timeout: 60_000 });
  await openPage(page, `/Switch/${serial}`);
  await page.getByRole('button', { name: 'Roll out its settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Contacts');
  await page.getByRole('button', { name: 'Start the rollout' }).click();
  await expect(page.getByText('Choose the settings to roll out.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter' }).fill('Ann');
  await page.getByRole('checkbox', { name: 'Contact (System' }).check();
  await page.getByRole('checkbox', { name: 'RAW1' }).check();
  await page.getByRole('button', { name: 'Start the rollout' }).click();
  await expect(page.getByText('Start the rollout to the selected switches (1)?')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();

  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  const facts = page.locator('dl');
  await expect(facts.getByText('Running')).toBeVisible();
  await expect(page.getByRole('row', { name: 'RAW1' }).getByText('Waiting')).toBeVisible();
  // Only by keyboard: the focus goes to what replaces a button that has gone.
  await page.getByRole('button', { name: 'Stop', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('By admin.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(facts.getByText('Running')).toBeVisible();

  const client = await fleetClient();
  const looker = { fleetUserName: 'looker', fleetUserRole: 2, fleetUserPassword: 'lookerPassw0rd', RowStatus: 4 };
  expect((await client.set('fleetUserEntry', looker)).error.message).toBe('');
  const looking = new AgentClient(cloud.origin);
  expect(await looking.login('lookerPassw0rd', 'looker')).toBe(0);
  const names = async (by: AgentClient) => {
    const rows = await by.read('fleetRolloutEntry');
    return (Array.isArray(rows) ? rows : []).map(({ fleetRolloutName }) => fleetRolloutName);
  };
  const seen = await names(looking);
  expect(seen).toContain('Contacts');
  expect(seen).toEqual(await names(client));
  const held = await looking.set('fleetRolloutEntry', { fleetRolloutName: 'Contacts', fleetRolloutAction: 1 });
  expect(held.error.code).toBe(17);
});

test('every page is for everybody: by axe in both schemes, without scrolling sideways at three widths, in German', async () => {
  const serial = Object(await device.read('sysCloudCtrl')).systemCloudDeviceId;
  const pages = [
    '/',
    `/Switch/${serial}`,
    '/Alarms',
    '/Claim',
    '/Rollouts',
    '/Rollout/Contacts',
    `/BringSettings/${serial}`,
    '/Firmware',
    '/Users',
    '/Audit',
  ];
  for (const [index, path] of pages.entries()) {
    await openPage(page, path);
    // What surrounds the pages is the same for all: it is looked at once.
    const within = index === 0 ? undefined : 'main';
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await drawn(page);
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(scrolls, `${path} at ${width}`).toBe(false);
      expect(await violations(page, { within }), `${path} light at ${width}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await settled(page);
      expect(await violations(page, { rules: ofColour, within }), `${path} dark at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await openPage(page, '/Claim');
  await expect(page.getByRole('heading', { name: 'Switch übernehmen' })).toBeVisible();
});
