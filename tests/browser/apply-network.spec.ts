import { answer, apply, between, countChanges, expectRefused, expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

test('Physical Interface sets one port, and all of them by the row All', async ({ console: page, device }) => {
  // Its router says once in half a minute that it is one.
  const router = expect.objectContaining({ lldpRemLocalPortNum: 28 });
  const neighbors = () => device.read('lldpRemEntry');
  await expect.poll(neighbors, { timeout: 90_000 }).toEqual(expect.arrayContaining([router]));
  await openPage(page, '/Network/PhysicalInterface');
  const changes = countChanges(page);
  await page.getByLabel('Description of port 6').fill('meeting room');
  await page.getByLabel('Admin. Status of port 6').uncheck();
  await page.getByLabel('Mode of port 7').selectOption({ label: '100F' });
  const panel = page.getByRole('region', { name: 'Changes by Apply' });
  await expect(panel).toContainText('meeting room');
  expect(changes.count).toBe(0);
  await apply(page);
  expect(changes.count).toBe(1);
  expect(await device.read('portCtrlEntry', { ifIndex: 6 })).toMatchObject([{ ifAlias: 'meeting room' }]);
  expect(await device.read('ifEntry', { ifIndex: 6 })).toMatchObject([{ ifAdminStatus: 2, ifOperStatus: 2 }]);
  expect(await device.read('portCtrlEntry', { ifIndex: 7 })).toMatchObject([{ portMode: 3 }]);

  const all = (column: string) => page.getByLabel(`${column} of all ports`);
  await all('Jumbo').check();
  await expect(page.getByLabel('Jumbo of port 2', { exact: true })).toBeChecked();
  // Links to other switches are left out until they are selected.
  await expect(page.getByText(/^"All" skips [\d,-]*28: /)).toBeVisible();
  await expect(page.getByLabel('Jumbo of port 28')).not.toBeChecked();
  await page.getByRole('button', { name: 'Select all' }).click();
  const selected = (column: string) => page.getByLabel(`${column} of the selected ports`);
  await selected('Jumbo').check();
  await expect(page.getByLabel('Jumbo of port 28')).toBeChecked();
  // Ignore leaves every port as it was, and what was chosen for one port goes before what holds for all.
  await page.getByLabel('Jumbo of port 3').uncheck();
  await selected('EAP Pass').click();
  await expect(page.getByLabel('EAP Pass of port 28')).toBeChecked();
  await selected('EAP Pass').click();
  await selected('EAP Pass').click();
  await expect(selected('EAP Pass')).toBeChecked({ indeterminate: true });
  await expect(page.getByLabel('EAP Pass of port 28')).not.toBeChecked();
  await apply(page);
  const rows = (await device.read('portCtrlEntry')) as { ifIndex: number; portJumbo: number; portEapPass: number }[];
  expect(rows).toHaveLength(28);
  for (const { ifIndex, portJumbo, portEapPass } of rows) {
    expect([ifIndex, portJumbo, portEapPass]).toEqual([ifIndex, ifIndex === 3 ? 2 : 1, 2]);
  }
  expect(await device.read('ifEntry', { ifIndex: 6 })).toMatchObject([{ ifAdminStatus: 2 }]);
});

test('Mirroring copies ports to a target, and refuses a target among them', async ({ console: page, device }) => {
  await openPage(page, '/Network/Mirroring');
  await page.getByLabel('Mirroring Status').selectOption({ label: 'Enabled' });
  await page.getByLabel('Target Port', { exact: true }).selectOption({ label: '6' });
  await page.getByRole('group', { name: 'Ingress Ports' }).getByLabel('Port 2', { exact: true }).check();
  await page.getByRole('group', { name: 'Egress Ports' }).getByLabel('Port 3', { exact: true }).check();
  await expect(page.getByRole('group', { name: 'Ingress Ports' }).getByLabel(/^Port 6:/)).toBeDisabled();
  await apply(page);
  expect(await device.read('mirrorSessionEntry', { mirrorSessionId: 1 })).toMatchObject([
    { mirrorSessionStatus: 1, mirrorTargetPort: 6, mirrorIngressPorts: '2', mirrorEgressPorts: '3' },
  ]);
  await page.getByRole('button', { name: 'Modify Mirroring session 2' }).click();
  await expect(page.getByRole('region', { name: 'Mirroring session 2' })).toBeVisible();
  await page.getByLabel('Mirroring Status').selectOption({ label: 'Enabled' });
  const targets = page.getByLabel('Target Port', { exact: true }).locator('option');
  await expect(targets.filter({ hasText: /^5$/ })).toHaveCount(1);
  await expect(targets.filter({ hasText: /^6$/ })).toHaveCount(0);
  const taken = { mirrorSessionId: 2, mirrorSessionStatus: 1, mirrorTargetPort: 6, mirrorIngressPorts: '9' };
  expect((await device.set('mirrorSessionEntry', taken)).error.message).toContain('The entry already exists.');
  expect(await device.read('mirrorSessionEntry', { mirrorSessionId: 2 })).toMatchObject([{ mirrorSessionStatus: 2 }]);
});

test('Static Unicast pins an address, moves it and lets it go', async ({ console: page, device }) => {
  await openPage(page, '/Network/StaticUnicast');
  await page.getByRole('button', { name: 'Add address' }).click();
  const form = page.getByRole('region', { name: 'New static address' });
  const add = form.getByRole('button', { name: 'Add' });
  await expectRefused(form.getByLabel('802.1Q VLAN'), '4095', between(1, 4094), add);
  await form.getByLabel('802.1Q VLAN').fill('1');
  await expectRefused(form.getByLabel('MAC Address, part 1 of 6'), '00-11-22-33-44', 'Invalid MAC address.', add);
  await form.getByLabel('MAC Address, part 1 of 6').fill('00:11:22:aa:bb:cc');
  await form.getByLabel('Port', { exact: true }).selectOption({ label: '9' });
  await apply(form, 'Add');
  const entry = {
    dot1qVlanIndex: 1,
    dot1qStaticUnicastAddress: '00-11-22-AA-BB-CC',
    dot1qStaticUnicastAllowedToGoTo: 9,
  };
  expect(await device.read('dot1qStaticUnicastEntry')).toMatchObject([entry]);

  await page.getByRole('button', { name: /^Modify .*00-11-22-AA-BB-CC/ }).click();
  await expect(page.getByRole('heading', { name: 'Modify Static Unicast Address', exact: true })).toBeVisible();
  await page.getByLabel('Port', { exact: true }).selectOption({ label: '12' });
  await apply(page);
  await expect(page.getByRole('heading', { name: 'Static Unicast', exact: true })).toBeVisible();
  expect(await device.read('dot1qStaticUnicastEntry')).toMatchObject([
    { ...entry, dot1qStaticUnicastAllowedToGoTo: 12 },
  ]);
  expect(JSON.stringify(await device.read('dot1qTpFdbEntry'))).toContain('00-11-22-AA-BB-CC');

  await page.getByRole('button', { name: /^Delete .*00-11-22-AA-BB-CC/ }).click();
  await answer(page, 'OK');
  await expectToast(page);
  expect(await device.read('dot1qStaticUnicastEntry')).toEqual([]);
});

test('Static Multicast directs a group to ports, and changes them by the keyboard alone', async ({
  console: page,
  device,
}) => {
  await openPage(page, '/Network/StaticMulticast');
  await page.getByRole('button', { name: 'Add group' }).press('Enter');
  const form = page.getByRole('region', { name: 'New static multicast group' });
  const cell = (group: string, port: number) =>
    page.getByRole('group', { name: group }).getByLabel(new RegExp(`^Port ${port}(:|$)`));
  await form.getByLabel('Group MAC Address, part 1 of 6').fill('01:00:5e:01:01:01');
  await cell('Group Members', 3).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(cell('Forbidden Ports', 4)).toBeDisabled();
  await cell('Forbidden Ports', 9).check();
  await apply(form, 'Add');
  const entry = { dot1qVlanIndex: 1, dot1qStaticMulticastAddress: '01-00-5E-01-01-01' };
  expect(await device.read('dot1qStaticMulticastEntry')).toMatchObject([
    { ...entry, dot1qStaticMulticastStaticEgressPorts: '3-4', dot1qStaticMulticastForbiddenEgressPorts: '9' },
  ]);

  await page.getByRole('button', { name: /^Modify .*01-00-5E-01-01-01/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Modify Static Multicast Group', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'None: Group Members' }).press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await answer(page, 'OK');
  await expectToast(page);
  await expect(page.getByRole('heading', { name: 'Static Multicast', exact: true })).toBeVisible();
  expect(await device.read('dot1qStaticMulticastEntry')).toMatchObject([
    { ...entry, dot1qStaticMulticastStaticEgressPorts: '' },
  ]);
});
