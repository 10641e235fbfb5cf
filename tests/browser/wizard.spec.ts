import { type Browser, type Page, test } from '@playwright/test';
import { CloudProcess, cloudPassword } from '../cloud/cloud-process.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { AgentProcess } from './agent-process.ts';
import { browserOn } from './browser-on.ts';
import { expect, openPage, signIn } from './console.ts';
import { newPage, takePicture } from './undrawn.ts';

const SWITCH_ADDRESS = '192.168.10.200';
/** The addresses of the DHCP server: each switch has one of its own, since a lease outlives the switch that had it. */
const LEASES = ['192.168.10.150', '192.168.10.151'];
const OWN_PASSWORD = 'An-own-Passw0rd';

/**
 * The address of the switch changes under the browser that changes it: on Open vSwitch, with the browser on a host at port 1, and a
 * DHCP server and a cloud at port 2.
 */
test.describe('a change of the address takes its user along', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });

  let lab: Lab;
  let cloud: CloudProcess;
  let agent: AgentProcess;
  let browser: Browser;
  let page: Page;

  test.beforeAll(async () => {
    lab = await createLab({ ports: 2 });
    for (const host of lab.hosts) {
      await host.address(`192.168.10.${host.port}/24`);
      // A veth leaves checksums to the hardware that it does not have.
      await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    }
    cloud = await CloudProcess.start({
      within: ['ip', 'netns', 'exec', lab.host(2).namespace.name],
      listen: '127.0.0.1:8090',
      switches: '192.168.10.2:8091',
    });
    agent = await freshSwitch();
    const words =
      '--keep-in-foreground --conf-file=/dev/null --port=0 --no-ping --user=root --bind-interfaces --interface=eth0';
    const dhcp = `--dhcp-authoritative --dhcp-range=${LEASES.join(',')},255.255.255.0,10m`;
    const files = `--dhcp-leasefile=${agent.directory}/leases --pid-file=${agent.directory}/pid`;
    lab.host(2).namespace.spawn('dnsmasq', `${words} ${dhcp} ${files}`.split(' '), { stdio: 'ignore' });
    browser = await browserOn(lab.host(1), agent.directory);
    page = await openBrowser();
    await signIn(page, agent.origin);
  });

  test.afterEach(async ({ browserName: _none }, info) => {
    if (info.status !== info.expectedStatus) await takePicture(page, info.outputPath('page.png'));
  });

  test.afterAll(async () => {
    await browser?.close();
    await Promise.all([agent?.stop(), cloud?.stop()]);
    await lab?.close();
  });

  const openBrowser = () => newPage(browser, { ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });

  /** A switch that was never configured. */
  const freshSwitch = () =>
    AgentProcess.start({
      within: ['ip', 'netns', 'exec', lab.switch.name],
      listen: `${SWITCH_ADDRESS}:443`,
      options: ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--cloud', cloud.place],
    });

  /** Goes through the wizard up to the choice of the management, and makes that. */
  async function manage(management: 'Local' | 'Cloud'): Promise<void> {
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await page.getByLabel('New password').fill(OWN_PASSWORD);
    await page.getByLabel('Confirm password').fill(OWN_PASSWORD);
    await next.click();
    await page.getByLabel('Management', { exact: true }).selectOption({ label: management });
    await next.click();
  }

  test('the wizard with local management and an address from DHCP ends at that address, with everything saved', async () => {
    const next = page.getByRole('button', { name: 'Next' });
    await manage('Local');
    await expect(page.getByLabel('Time zone')).toBeVisible();
    await next.click();
    await page.getByLabel('Get IP from').selectOption({ label: 'DHCP' });
    await next.click();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.waitForURL(({ hostname }) => LEASES.includes(hostname), { timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Front panel' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: /unsaved change/ })).toBeHidden();
  });

  test('a manual address of the interface is opened by itself, still logged in', async () => {
    const leased = new URL(page.url()).hostname;
    await openPage(page, '/System/L3Feature/IPv4InterfaceConfiguration?interface=10001');
    await page.getByLabel('Get IP from').selectOption({ label: 'Manual' });
    const octets = page.getByRole('group', { name: 'IP address', exact: true }).getByRole('textbox');
    await octets.last().fill('77');
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.hostname === '192.168.10.77', { timeout: 60_000 });
    await expect(page.getByRole('heading', { name: 'IPv4 Interface', exact: true })).toBeVisible({ timeout: 30_000 });
    // The former address ends with the waiting.
    await expect.poll(() => lab.host(1).reaches(leased, 1), { timeout: 30_000 }).toBe(false);
  });

  test('HTTP at its own port leads to HTTPS, at the address of now', async () => {
    await page.goto('http://192.168.10.77/');
    expect(page.url()).toMatch(/^https:\/\/192\.168\.10\.77\/(#|$)/);
  });

  test('the wizard with cloud management goes on at the address from DHCP, and joins the cloud for good', async () => {
    await agent.stop();
    agent = await freshSwitch();
    await page.close();
    page = await openBrowser();
    await signIn(page, agent.origin);
    const next = page.getByRole('button', { name: 'Next' });
    await manage('Cloud');
    await page.getByLabel('Get IP from').selectOption({ label: 'DHCP' });
    await next.click();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.waitForURL(({ hostname }) => LEASES.includes(hostname), { timeout: 60_000 });
    await page.getByLabel('Clock source').selectOption({ label: 'Local time' });
    await next.click();
    await expect(page.getByRole('heading', { name: 'Name resolution' })).toBeVisible();
    await next.click();
    await page.getByLabel('Account').fill('admin');
    await page.getByLabel('Cloud password').fill(cloudPassword);
    await page.getByLabel('Fingerprint of the cloud').fill(cloud.fingerprint);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('heading', { name: 'Apply', exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('row', { name: /^Management Cloud/ })).toBeVisible();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Cloud: connected' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: /unsaved change/ })).toBeHidden();
    const { origin } = new URL(page.url());

    await page.close();
    await agent.kill();
    await agent.begin();
    page = await openBrowser();
    // It has its address again as soon as the DHCP server has confirmed the lease.
    await expect(async () => page.goto(origin)).toPass({ timeout: 60_000 });
    await signIn(page, origin, OWN_PASSWORD);
    await expect(page.getByRole('link', { name: 'Cloud: connected' })).toBeVisible({ timeout: 60_000 });
  });
});
