import { type Browser, type Page, test } from '@playwright/test';
import { DistantClient } from '../agent/distant-client.ts';
import { CloudProcess, cloudPassword } from '../cloud/cloud-process.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { AgentProcess, password } from './agent-process.ts';
import { browserOn } from './browser-on.ts';
import { expect, openPage, signIn } from './console.ts';
import { newPage, takePicture } from './undrawn.ts';

const CLOUD = '192.168.10.2';
const SWITCH = '192.168.10.200';

/**
 * The whole cloud on real input: it runs at the end of the uplink (port 2) of a switch on Open vSwitch, together with
 * the browser of its owner, and with a second switch that was never set up.
 */
test.describe('two switches of a cloud', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });

  let lab: Lab;
  let cloud: CloudProcess;
  let one: AgentProcess;
  let other: AgentProcess;
  let browser: Browser;
  /** The fleet console. */
  let fleet: Page;
  /** The first switch past the cloud. */
  let device: DistantClient;
  let serial: string;

  test.beforeAll(async () => {
    // The third port keeps VLAN 1 within reach when the uplink is cut: what leaves none is refused at once.
    lab = await createLab({ ports: 3 });
    for (const host of lab.hosts) {
      await host.address(`192.168.10.${host.port}/24`);
      // A veth leaves checksums to the hardware that it does not have.
      await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    }
    const within = ['ip', 'netns', 'exec', lab.host(2).namespace.name];
    cloud = await CloudProcess.start({
      within,
      listen: '127.0.0.1:8090',
      switches: `${CLOUD}:8091`,
      options: ['--window', '30'],
    });
    const options = ['--cloud', cloud.place];
    [one, other] = await Promise.all([
      AgentProcess.start({
        within: ['ip', 'netns', 'exec', lab.switch.name],
        listen: `${SWITCH}:443`,
        options: ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), ...options],
      }),
      AgentProcess.start({ within, listen: '127.0.0.1:8080', options }),
    ]);
    device = new DistantClient(lab.host(2).namespace, SWITCH);
    await expect.poll(() => device.login(password).catch(() => -1)).toBe(0);
    await device.set('sysWizard', { sysWizardDone: 1 });
    browser = await browserOn(lab.host(2), cloud.directory);
    fleet = await openBrowser();
    await signIn(fleet, cloud.origin, cloudPassword);
  });

  test.afterEach(async ({ browserName: _none }, info) => {
    if (info.status === info.expectedStatus) return;
    for (const [at, page] of browser
      .contexts()
      .flatMap((context) => context.pages())
      .entries())
      await takePicture(page, info.outputPath(`page-${at}.png`));
  });

  test.afterAll(async () => {
    await browser?.close();
    await Promise.all([one?.stop(), other?.stop(), cloud?.stop()]);
    await lab?.close();
  });

  const openBrowser = () => newPage(browser, { ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });

  const rowOf = (name: string) => fleet.getByRole('row', { name });

  test('one is claimed by the code that it shows', async () => {
    const page = await openBrowser();
    await signIn(page, one.origin);
    await openPage(page, '/System/CloudSettings');
    const code = (await page.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/).textContent()) ?? '';
    serial = Object(await device.read('sysCloudCtrl')).systemCloudDeviceId;
    await page.getByRole('combobox', { name: 'Cloud management' }).selectOption({ label: 'Enabled' });
    await page.getByLabel('Fingerprint of the cloud').fill(cloud.fingerprint);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('Success.').first()).toBeVisible();

    await fleet.getByRole('link', { name: 'Claim' }).click();
    await fleet.getByLabel('Serial number').fill(serial);
    await fleet.getByLabel('Claim code').fill(code);
    await fleet.getByRole('button', { name: 'Add', exact: true }).click();
    await openPage(fleet, '/');
    await expect(rowOf(serial).getByText('In sync')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('link', { name: 'Cloud: connected' })).toBeVisible({ timeout: 30_000 });
    await page.close();
  });

  test('the other is set up for the cloud by its wizard, which says each time what is in the way', async () => {
    const page = await openBrowser();
    await signIn(page, other.origin);
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await page.getByLabel('New password').fill('An-own-Passw0rd');
    await page.getByLabel('Confirm password').fill('An-own-Passw0rd');
    await next.click();
    await page.getByLabel('Management', { exact: true }).selectOption({ label: 'Cloud' });
    await next.click();
    // Cloud management leaves the address to be chosen: this switch keeps its own.
    await page.getByLabel('Get IP from').selectOption({ label: 'Manual' });
    await next.click();
    await expect(page.getByText('A secure connection to the cloud needs the correct time.')).toBeVisible();
    await page.getByLabel('Clock source').selectOption({ label: 'Local time' });
    await next.click();
    await expect(page.getByRole('heading', { name: 'Name resolution' })).toBeVisible();
    await next.click();

    const failed = async (reason: string) => {
      await page.getByRole('button', { name: 'Connect' }).click();
      await expect(page.getByRole('heading', { name: 'The cloud was unreachable' })).toBeVisible({ timeout: 75_000 });
      await expect(page.getByText(reason, { exact: true })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Path to the cloud' }).getByText('Failed')).toHaveCount(1);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByLabel('Account')).toHaveValue('admin');
    };
    await page.getByLabel('Account').fill('admin');
    const secret = page.getByLabel('Cloud password');
    const fingerprint = page.getByLabel('Fingerprint of the cloud');
    await secret.fill(cloudPassword);
    await fingerprint.fill(cloud.fingerprint.replace(/^../, cloud.fingerprint.startsWith('00') ? '01' : '00'));
    await failed('The identity of the cloud could not be verified');
    await fingerprint.fill(cloud.fingerprint);
    await secret.fill('wrong123');
    await failed('Account or certificate refused');
    await secret.fill(cloudPassword);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('Settings in the order of writing.')).toBeVisible({ timeout: 30_000 });
    // Not kept over the reload that the cloud's coming made.
    await page.getByRole('button', { name: 'Apply', exact: true }).click();

    const sidebar = page.getByRole('navigation', { name: 'Menu' });
    await expect(page.getByRole('link', { name: 'Cloud: connected' })).toBeVisible({ timeout: 60_000 });
    await expect(sidebar.getByRole('button', { name: 'Security' })).toHaveCount(0);
    await expect(sidebar.getByRole('button', { name: 'Tools' })).toBeVisible();
    await expect(fleet.getByRole('row').getByText('In sync')).toHaveCount(2, { timeout: 60_000 });
    await page.close();
  });

  /** The console of the first switch, opened from the fleet. */
  let console: Page;

  test('one is renamed and given a VLAN through its own pages, opened in the fleet', async () => {
    expect(await lab.host(1).reaches(CLOUD)).toBe(true);
    await openPage(fleet, `/Switch/${serial}`);
    const opening = fleet.context().waitForEvent('page');
    await fleet.getByRole('link', { name: 'Open console' }).click();
    console = await opening;
    await expect(console.getByText('This switch is reached through the cloud.')).toBeVisible();
    const back = console.getByRole('link', { name: 'Back to the fleet' });
    await expect(back).toHaveAttribute('href', `/#/Switch/${serial}`);
    await openPage(console, '/System/SystemManagement');
    await console.getByLabel('System name').fill('roof-2');
    await applied();
    await expect(fleet.getByRole('heading', { name: 'roof-2' })).toBeVisible({ timeout: 30_000 });
    await openPage(console, '/Network/VLAN/Tagged');
    await console.getByRole('button', { name: 'Add VLAN' }).first().click();
    await console.getByLabel('VLAN ID').fill('20');
    await console.getByRole('button', { name: 'Port 1: not a member' }).focus();
    await console.keyboard.press('u');
    await console.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(console.getByText('Success.').first()).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => lab.host(1).reaches(CLOUD, 1)).toBe(false);
    expect(await device.read('system')).toMatchObject({ sysName: 'roof-2' });
    await expect(fleet.locator('dl').getByText('In sync')).toBeVisible({ timeout: 30_000 });
  });

  test('what somebody changes at the switch shows in words, and is made as it is wanted', async () => {
    await device.set('system', { sysLocation: 'cellar' });
    await expect(fleet.getByRole('row', { name: 'Location' }).getByText('cellar')).toBeVisible({ timeout: 60_000 });
    await fleet.getByRole('button', { name: 'Restore the wanted configuration' }).click();
    await fleet.getByRole('button', { name: 'OK' }).click();
    await expect(fleet.locator('dl').getByText('In sync')).toBeVisible({ timeout: 60_000 });
    expect(await device.read('system')).toMatchObject({ sysLocation: '' });
  });

  test('a change that cuts the uplink comes back by itself, and both consoles say so', async () => {
    await openPage(console, '/Network/PhysicalInterface');
    await console.getByLabel('Admin. Status of port 2').uncheck();
    await console.getByRole('button', { name: /^Apply/ }).click();
    await expect.poll(() => lab.host(2).carrier(), { timeout: 30_000 }).toBe('down');
    await expect.poll(() => lab.host(2).carrier(), { timeout: 60_000 }).toBe('up');
    await expect(console.getByText('The switch has not reconnected since the change.')).toBeVisible();
    await expect(fleet.getByText('The cloud did not confirm the change in time.').first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(fleet.locator('dl').getByText('In sync')).toBeVisible({ timeout: 60_000 });
  });

  test('one is taken back by who sits at it while the cloud is dead', async () => {
    await cloud.kill();
    const page = await openBrowser();
    await signIn(page, other.origin, 'An-own-Passw0rd');
    const sidebar = page.getByRole('navigation', { name: 'Menu' });
    await expect(sidebar.getByRole('button', { name: 'Tools' })).toBeVisible();
    await expect(sidebar.getByRole('button', { name: 'Security' })).toHaveCount(0);
    await openPage(page, '/System/CloudSettings');
    await page.getByLabel('Password of this switch').fill('An-own-Passw0rd');
    await page.getByRole('button', { name: 'Take local control' }).click();
    await expect(sidebar.getByRole('button', { name: 'Security' })).toBeVisible({ timeout: 30_000 });
  });

  async function applied(): Promise<void> {
    await console.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(console.getByText('Success.').first()).toBeVisible({ timeout: 30_000 });
    await expect(console.getByText('Success.')).toHaveCount(0);
  }
});
