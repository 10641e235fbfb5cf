import type { Page } from '@playwright/test';
import type { AgentClient } from '../agent/agent-client.ts';
import { answer, apply, applyName, between, expectRefused, expectToast } from './applying.ts';
import { expect, openPage, signIn, test } from './console.ts';
import { drawn, faultOfFocus, ofColour, settled, violations, widerThanTheirCards } from './page-checks.ts';

/** The pages of the Surveillance Mode, but for the group at the office's recorder. */
const pages = ['/Overview', '/PoE', '/Time', '/SurveillanceSettings', '/SurveillanceLog', '/HealthDiagnostic'];

// The bar has the cloud's state, too.
test.use({ agentOptions: ['--cloud', 'cloud.example'], isShared: true });
test.describe.configure({ mode: 'default' });

type Row = Readonly<Record<string, unknown>>;

const rows = async (device: AgentClient, object: string): Promise<readonly Row[]> => Object(await device.read(object));
const rowAt = async (device: AgentClient, object: string, port: number) =>
  (await rows(device, object)).find(({ ifIndex }) => ifIndex === port);

/** Enters the Surveillance Mode, and waits until a camera and the recorder of the office are known. */
async function enter(page: Page, device: AgentClient): Promise<void> {
  await page.getByRole('button', { name: 'Surveillance Mode' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('ASV2.0');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Standard Mode' })).toBeVisible({ timeout: 30_000 });
  const types = async () => (await rows(device, 'aSVPortEntry')).map(({ aSVPortDeviceType }) => aSVPortDeviceType);
  await expect.poll(types, { timeout: 60_000 }).toEqual(expect.arrayContaining([1, 2]));
}

// Each enters it by itself.
test.afterEach(({ device }) => device.set('aSVViewMode', { sysWebViewMode: 1 }));

test('the Surveillance Mode shows cameras as they are found, on pages that read and fit everywhere', async ({
  console: page,
  device,
}) => {
  test.setTimeout(300_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await enter(page, device);
  const look = async (what: string) => {
    // What surrounds the pages is the same for all: it is looked at once.
    const within = what === pages[0] ? undefined : 'main';
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      const rules = scheme === 'light' ? {} : { rules: ofColour };
      expect.soft(await violations(page, { ...rules, within }), `${what}, ${scheme}`).toEqual([]);
      for (const width of [390, 320, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        // A page that has just been given another width is drawn in more than one step.
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.soft.poll(excess, `${what} at ${width} px`).toBeLessThanOrEqual(0);
        if (width < 1024) continue;
        expect.soft(await widerThanTheirCards(page), `${what} at ${width} px`).toEqual([]);
      }
    }
  };
  for (const path of pages) {
    await openPage(page, path);
    await look(path);
  }
  // From the recorder at its port to its group.
  await page.getByRole('row', { name: /^18 / }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Port Group Details' })).toBeVisible();
  await look('a group');
  // Words that are written without spaces stay in the bar, too.
  const language = page.locator('select:has(option[value="ja"])');
  await language.selectOption('ja');
  await expect(page.getByRole('banner')).toContainText('監視カメラモード');
  await page.setViewportSize({ width: 390, height: 900 });
  await drawn(page);
  expect.soft(await higherThanTheBar(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await language.selectOption('en');
  expect(errors).toEqual([]);
});

/** What of the bar at the top is above or below it, by its words. */
function higherThanTheBar(page: Page): Promise<(string | null)[]> {
  return page.getByRole('banner').evaluate((bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    const isOutside = (part: Element) => {
      const box = part.getBoundingClientRect();
      return box.top < top - 1 || box.bottom > bottom + 1;
    };
    return [...bar.children].filter(isOutside).map(({ textContent }) => textContent);
  });
}

test('a camera is given a fresh start by keyboard alone, and the focus keeps its place', async ({
  console: page,
  device,
}) => {
  test.setTimeout(180_000);
  await enter(page, device);
  await openPage(page, '/Overview');
  const port = (await rows(device, 'aSVIpcEntry'))[0]?.ifIndex;
  const restart = page
    .getByRole('region', { name: 'Ports in use' })
    .getByRole('button', { name: `Restart the device on port ${port}`, exact: true });
  await expect(restart).toBeVisible({ timeout: 30_000 });
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).focus();
  const isThere = () => restart.evaluate((button) => button === document.activeElement);
  for (let stop = 0; stop < 40 && !(await isThere()); stop += 1) {
    await page.keyboard.press('Tab');
    expect(await faultOfFocus(page)).toBe('');
  }
  await expect(restart).toBeFocused();
  const question = page.getByRole('dialog');
  await page.keyboard.press('Space');
  await expect(question).toContainText(`The device on port ${port} loses power`);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(restart).toBeFocused();

  await page.keyboard.press('Enter');
  const ok = question.getByRole('button', { name: 'OK' });
  const isOk = () => ok.evaluate((button) => button === document.activeElement);
  for (let stop = 0; stop < 4 && !(await isOk()); stop += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const status = async () =>
    (await rows(device, 'poePortState')).find(({ pethPsePortIndex }) => pethPsePortIndex === port)?.poePortStatus;
  await expect.poll(status).not.toBe(1);
  await expectToast(page, `The device on port ${port} restarts.`);
  await expect(restart).toHaveAttribute('aria-busy', 'true', { timeout: 30_000 });
  await expect(restart).toBeFocused();
  // It is ready again when the camera has its power again.
  await expect(restart).not.toHaveAttribute('aria-busy', { timeout: 60_000 });
  await expect(restart).toBeFocused();
});

test('what is applied on each of its pages is what the switch does', async ({ console: page, device, agent }) => {
  test.setTimeout(240_000);
  await enter(page, device);
  const camera = (await rows(device, 'aSVIpcEntry'))[0];
  const [port, mac] = [Number(camera?.ifIndex), String(camera?.aSVIpcMac)];
  /** The ports of a VLAN now. */
  const untagged = async (vlan: number) =>
    (await rows(device, 'dot1qVlanCurrentEntry')).find((row) => row.dot1qVlanIndex === vlan)
      ?.dot1qVlanCurrentUntaggedPorts;

  await openPage(page, '/SurveillanceSettings');
  const settings = page.getByRole('main');
  await expectRefused(settings.getByLabel('VLAN ID'), '1', between(2, 4094));
  await settings.getByLabel('VLAN ID').fill('30');
  await expectRefused(settings.getByLabel('Aging time'), '65536', between(1, 65_535));
  await settings.getByLabel('Aging time').fill('60');
  await settings.getByLabel('CoS').fill('6');
  await expect(settings).toContainText('VLAN 30 does not exist: it is created under the name ASV.');
  await apply(page);
  expect(await device.read('aSVGlobal')).toMatchObject({ aSVVlanId: 30, aSVPriority: 6, aSVAgingTime: 60 });
  await expect.poll(() => untagged(30)).toContain(String(port));
  expect(await untagged(4094)).toBe('');

  await page.getByRole('tab', { name: 'Ports' }).click();
  await page.getByLabel(`Detection of port ${port}`, { exact: true }).uncheck();
  await apply(page);
  const type = async () => (await rowAt(device, 'aSVPortEntry', port))?.aSVPortDeviceType;
  await expect.poll(type).not.toBe(1);
  await page.getByLabel(`Detection of port ${port}`, { exact: true }).check();
  await apply(page);
  await expect.poll(type, { timeout: 60_000 }).toBe(1);

  await page.getByRole('tab', { name: 'Alarms' }).click();
  await page.getByLabel('Trap host', { exact: true }).fill('192.168.10.9');
  await page.getByLabel('Log server', { exact: true }).fill('192.168.10.8');
  await apply(page);
  expect(await device.read('snmpTargetAddrEntry')).toMatchObject([{ snmpTargetAddrTAddress: '192.168.10.9' }]);
  expect(await device.read('syslogServEntry')).toMatchObject([{ syslogServAddr: '192.168.10.8' }]);
  await page.getByLabel('Trap host', { exact: true }).fill('');
  await apply(page);
  expect(await device.read('snmpTargetAddrEntry')).toEqual([]);

  await openPage(page, '/PoE');
  await page.getByLabel(`Priority of port ${port}`, { exact: true }).selectOption({ label: 'Critical' });
  await apply(page);
  const powered = (await rows(device, 'pethPsePortEntry')).find((row) => row.pethPsePortIndex === port);
  expect(powered).toMatchObject({ pethPsePortPowerPriority: 1 });

  await openPage(page, '/Time');
  const source = page.getByRole('region', { name: 'Time source and zone' });
  await source.getByLabel('Clock source').selectOption({ label: 'SNTP' });
  await source.getByLabel('Poll interval').fill('30');
  await source.getByLabel('Time server 1').fill('192.168.10.7');
  await source.getByRole('button', { name: applyName }).click();
  await expectToast(page);
  expect(await device.read('sysTimeCtrl')).toMatchObject({ sysTimeSource: 1, sysTimeSntpPoll: 30 });

  await openPage(page, '/HealthDiagnostic');
  await page.getByRole('button', { name: 'Check all ports' }).click();
  await expectToast(page, 'The ports are checked.');
  const checkedAt = async () => (await rowAt(device, 'aSVHealthEntry', port))?.healthTime;
  expect(await checkedAt()).not.toBe('');
  await page.getByRole('button', { name: 'Clear results' }).click();
  await expect.poll(checkedAt).toBe('');

  const group = (await rows(device, 'aSVIpcEntry')).find((row) => row.aSVIpcMac === mac)?.aSVIpcGroup;
  await openPage(page, `/HealthDiagnostic/PortGroupDetails/${group}`);
  const card = page.getByRole('region', { name: new RegExp(`Port ${port}$`) });
  await card.getByRole('button', { name: /^Edit / }).click();
  await card.getByLabel('Description').fill('Gate');
  await card.getByLabel('Accepted').selectOption({ label: 'Disabled' });
  await apply(card);
  await expect(card.getByRole('heading', { level: 2 })).toContainText('Gate');
  // One that is not accepted is left in its own VLAN.
  await expect.poll(() => untagged(30)).not.toMatch(new RegExp(`(^|,)${port}($|,)`));

  await openPage(page, '/SurveillanceLog');
  expect((await rows(device, 'aSVLogEntry')).length).toBeGreaterThan(0);
  const said = (await rows(device, 'syslogMsgEntry')).length;
  await page.getByRole('button', { name: 'Clear log' }).click();
  await answer(page, 'OK');
  await expect(page.getByText('No events yet.')).toBeVisible();
  expect((await rows(device, 'syslogMsgEntry')).length).toBeGreaterThanOrEqual(said);

  // A page of the other mode is not here, and the cloud that the bar leads to is.
  await page.evaluate(() => {
    window.location.hash = '/Network/VLAN/Tagged';
  });
  await expect(page.getByText('The page at this address belongs to the Standard Mode.')).toBeVisible();
  await openPage(page, '/System/CloudSettings');
  await expect(page.getByRole('heading', { level: 1, name: 'Cloud Settings' })).toBeVisible();
  // Another session that leaves the mode takes this one nowhere; leaving it here leads to the page that was asked for.
  await device.set('aSVViewMode', { sysWebViewMode: 1 });
  await openPage(page, '/Overview');
  await page.evaluate(() => {
    window.location.hash = '/Network/VLAN/Tagged';
  });
  await page.getByRole('main').getByRole('button', { name: 'Standard Mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tagged VLANs' })).toBeVisible({ timeout: 30_000 });
  expect(await device.read('aSVGlobal')).toMatchObject({ aSVState: 1 });
  // Who signs in is shown the mode of the switch, whatever this browser was in.
  await device.set('aSVViewMode', { sysWebViewMode: 2 });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, agent.origin);
  await expect(page.getByRole('button', { name: 'Standard Mode' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Attention needed' })).toBeVisible();
});
