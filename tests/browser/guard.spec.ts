import type { Page } from '@playwright/test';
import type { AgentClient } from '../agent/agent-client.ts';
import { answer, apply, expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
// Each leaves the switch as it was, but for a VLAN without ports, and the last one its address.
test.describe.configure({ mode: 'default' });

/** Takes port 1, through which the administrator of the default scenario comes, out of VLAN 1 and into another one. */
async function leaveVlan(page: Page, device: AgentClient): Promise<void> {
  // A test before may have made it.
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 20 });
  expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 20 })).toHaveLength(1);
  await openPage(page, '/Network/ModifyVLAN/20');
  await page.getByRole('button', { name: 'Port 1: not a member' }).click();
  await expect(page.getByRole('region', { name: 'Changes by Apply' })).toContainText('carries your session');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('This change may disconnect this session from the switch.');
  await expect(question).toContainText('Port 1 would');
}

const members = { dot1qVlanStaticEgressPorts: '1-28' };

test('a change that would cut the session off is asked about, and Cancel leaves everything as it was', async ({
  console: page,
  device,
}) => {
  await leaveVlan(page, device);
  await answer(page, 'Cancel');
  expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 1 })).toMatchObject([members]);
  expect(await device.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  await expect(page.getByRole('button', { name: 'Port 1: untagged' })).toBeVisible();
});

test('a forced change that nobody confirms cannot be saved, and comes back by itself', async ({
  console: page,
  device,
}) => {
  // The device's own minute has to pass.
  test.setTimeout(150_000);
  await leaveVlan(page, device);
  await answer(page, 'OK');
  await expect(page.getByRole('dialog', { name: 'Applied provisionally' })).toBeVisible();
  await expect.poll(() => device.read('managementGuard')).toMatchObject({ managementGuardState: 2 });
  expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 1 })).toMatchObject([
    { dot1qVlanStaticEgressPorts: '2-28' },
  ]);

  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await openPage(tab, '/Save');
  await expect(tab.getByText('A change is waiting for confirmation. It can be saved afterwards.')).toBeVisible();
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  const failure = tab.getByRole('alertdialog');
  await expect(failure).toContainText('Save configuration failure.');
  await expect(failure).toContainText('is waiting for confirmation and cannot be saved');
  await tab.close();

  await expect(page.getByRole('alertdialog')).toContainText('the switch has reverted the change', {
    timeout: 90_000,
  });
  // The page counts by itself: on a busy machine it may be ahead of the switch.
  await expect.poll(() => device.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 1 })).toMatchObject([members]);
  expect(JSON.stringify(await device.read('syslogMsgEntry'))).toContain('the former configuration is in force again');
  await page.getByRole('button', { name: 'OK' }).click();
});

test('a forced change can be taken back at once', async ({ console: page, device }) => {
  await leaveVlan(page, device);
  await answer(page, 'OK');
  const waiting = page.getByRole('dialog', { name: 'Applied provisionally' });
  await expect(waiting.getByRole('progressbar')).toHaveText(/^\d+ s$/);
  await waiting.getByRole('button', { name: 'Revert now' }).click();
  await expect(waiting).toBeHidden();
  expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 1 })).toMatchObject([members]);
  expect(await device.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  // The drawing is still there, to be changed and applied again.
  await expect(page.getByRole('region', { name: 'Changes by Apply' })).toContainText(
    'Port 1 moves from VLAN 1 to VLAN 20, untagged',
  );
});

/** Moves the switch's address, which the guard asks about and which leaves a way. */
async function moveAddress(page: Page): Promise<void> {
  await openPage(page, '/System/L3Feature/IPv4InterfaceConfiguration?ifIndex=10001');
  await page.getByLabel('IP address, part 4 of 4').fill('201');
  await page.getByRole('region', { name: 'Address' }).getByRole('button', { name: 'Apply' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('This change may disconnect this session from the switch.');
  await expect(question).toContainText('192.168.10.201');
  await expect(question).toContainText('Reverts automatically in 60 s unless confirmed.');
  await answer(page, 'OK');
}

test('a forced change that leaves a way is confirmed by the browser', async ({ console: page, device }) => {
  await moveAddress(page);
  await expectToast(page, 'The switch still responds: the change is confirmed.');
  // Nothing is left to answer, and nothing counts down.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(await device.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  expect(await device.read('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10001 })).toMatchObject([
    { ipAddressAddr: '192.168.10.201' },
  ]);
  await page.getByLabel('Description').fill('management');
  await apply(page.getByRole('region', { name: 'Address' }));
});
