import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { AgentProcess } from './agent-process.ts';
import { browserOn } from './browser-on.ts';
import { expect, openPage, signIn } from './console.ts';
import { newPage, takePicture } from './undrawn.ts';

const SWITCH_ADDRESS = '192.168.10.200';

/**
 * The whole product on real input: the agent drives Open vSwitch in a namespace of its own, four hosts are plugged into its
 * ports, and the browser runs on the first of them, so that its session really comes in by port 1 and VLAN 1.
 */
test.describe('on Open vSwitch', () => {
  test.describe.configure({ mode: 'serial', timeout: 240_000 });

  let lab: Lab;
  let agent: AgentProcess;
  let browser: Browser;
  let page: Page;

  test.beforeAll(async () => {
    lab = await createLab({ ports: 4 });
    for (const host of lab.hosts) {
      await host.address(`192.168.10.${host.port}/24`);
      // A veth leaves checksums to the hardware that it does not have.
      await host.namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
    }
    agent = await AgentProcess.start({
      within: ['ip', 'netns', 'exec', lab.switch.name],
      listen: `${SWITCH_ADDRESS}:443`,
      options: ['--datapath', 'openvswitch', '--ports', lab.ports.join(',')],
    });
    browser = await browserOn(lab.host(1), agent.directory);
    page = await newPage(browser, { ignoreHTTPSErrors: true, viewport: { width: 1440, height: 900 } });
    await signIn(page, agent.origin);
    await expect(page.locator('main h1')).toBeVisible();
  });

  test.afterEach(async ({ browserName: _none }, info) => {
    if (info.status !== info.expectedStatus) await takePicture(page, info.outputPath('page.png'));
  });

  test.afterAll(async () => {
    await browser?.close();
    await agent?.stop();
    await lab?.close();
  });

  const reaches = (from: number, to: number) => lab.host(from).reaches(`192.168.10.${to}`, 1);
  /** Holds when the pings of the table, "from-to", answer just as it says; rules take a moment to reach cached flows. */
  const expectPings = (expected: Record<string, boolean>) =>
    expect
      .poll(
        async () => {
          const pings = await Promise.all(
            Object.keys(expected).map(async (pair) => {
              const [from = 0, to = 0] = pair.split('-').map(Number);
              return [pair, await reaches(from, to)] as const;
            }),
          );
          return Object.fromEntries(pings);
        },
        { timeout: 30_000 },
      )
      .toEqual(expected);

  test('two hosts in different VLANs no longer reach each other', async () => {
    await expectPings({ '2-3': true, '2-4': true });
    await addVlan(page, 20, { 3: 'untagged', 4: 'tagged' });
    await expectPings({ '2-3': false, '2-4': true, '3-4': false });
  });

  test('a tagged uplink carries both VLANs', async () => {
    const uplink = await lab.host(4).capture('arp or (vlan and arp)');
    await lab.host(3).reaches('192.168.10.77', 1);
    await uplink.line(/vlan 20,.*who-has 192\.168\.10\.77/);
    await lab.host(2).reaches('192.168.10.78', 1);
    await uplink.line(/who-has 192\.168\.10\.78/);
    await uplink.stop();
  });

  test('mirroring shows the frames to an analyser', async () => {
    await openPage(page, '/Network/Mirroring');
    await page.getByLabel('Mirroring Status', { exact: true }).selectOption({ label: 'Enabled' });
    await page.getByLabel('Target Port', { exact: true }).selectOption({ label: '4' });
    await page.getByRole('group', { name: 'Ingress Ports' }).getByRole('checkbox', { name: 'Port 2' }).check();
    await apply(page);
    const analyser = await lab.host(4).capture('icmp');
    await lab.host(2).reaches('192.168.10.1');
    await analyser.line(/192\.168\.10\.2 > 192\.168\.10\.1: ICMP echo request/);
    await analyser.stop();
    await page.getByLabel('Mirroring Status', { exact: true }).selectOption({ label: 'Disabled' });
    await apply(page);
  });

  test('an interface that is disabled takes the carrier from its peer', async () => {
    await openPage(page, '/Network/PhysicalInterface');
    const state = page.getByLabel('Admin. Status of port 2');
    await state.uncheck();
    await apply(page);
    await expect.poll(() => lab.host(2).carrier()).toBe('down');
    await state.check();
    await apply(page);
    await expect.poll(() => lab.host(2).carrier()).toBe('up');
  });

  for (const daemon of ['ovs-vswitchd', 'ovsdb-server']) {
    test(`forwards as before after ${daemon} was killed`, async () => {
      await expectPings({ '1-2': true, '2-3': false });
      const pidFile = join(agent.directory, 'openvswitch', `${daemon}.pid`);
      const former = Number(await readFile(pidFile, 'utf8'));
      process.kill(former, 'SIGKILL');
      await expect
        .poll(async () => Number(await readFile(pidFile, 'utf8').catch(() => former)), { timeout: 30_000 })
        .not.toBe(former);
      await expectPings({ '1-2': true, '2-3': false });
    });
  }

  test('forwards as saved after the agent was killed', async () => {
    await page.getByRole('button', { name: /Save/ }).first().click();
    await expect(page.getByText('Save configuration finished.')).toBeVisible({ timeout: 20_000 });
    await agent.kill();
    expect(await reaches(1, 2)).toBe(true);
    await agent.begin();
    await expectPings({ '1-2': true, '2-3': false });
    // The sessions died with it: the console says so, and asks to sign in.
    await page.reload();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    // Another address in the middle of this would open the console of the former session once more.
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await signIn(page, agent.origin);
  });

  test('the VLAN of the own session cannot be taken away by accident', async () => {
    await drawVlan(page, 30, { 1: 'untagged' });
    await expect(page.getByText('guarded: carries your session')).toBeVisible();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectPings({ '1-2': true });
  });

  test('a forced change that cuts the session off comes back by itself', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'OK' }).click();
    await expectPings({ '1-2': false });
    await expect.poll(() => reaches(1, 2), { timeout: 120_000, intervals: [2000] }).toBe(true);
    await page.reload();
    await openPage(page, '/System/SystemLog');
    await expect(page.getByText('A forced change was not confirmed within 60 s')).toBeVisible();
  });

  test('leaves nothing behind once it was removed', async () => {
    await agent.stop();
    const links = await lab.switch.ip('-o', 'link', 'show');
    expect(links).not.toMatch(/vlan1|faceplate|ovs-/);
  });
});

type Members = Readonly<Record<number, 'untagged' | 'tagged'>>;

async function addVlan(page: Page, vlan: number, members: Members): Promise<void> {
  await drawVlan(page, vlan, members);
  await apply(page);
}

async function drawVlan(page: Page, vlan: number, members: Members): Promise<void> {
  await openPage(page, '/Network/VLAN/Tagged');
  await page.getByRole('button', { name: 'Add VLAN' }).first().click();
  await page.getByLabel('VLAN ID').fill(String(vlan));
  for (const [port, state] of Object.entries(members)) {
    await page.getByRole('button', { name: `Port ${port}: not a member` }).focus();
    await page.keyboard.press(state === 'tagged' ? 't' : 'u');
  }
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Apply|Add$)/ }).click();
  await expect(page.getByText('Success.').first()).toBeVisible();
  await expect(page.getByText('Success.')).toHaveCount(0);
}
