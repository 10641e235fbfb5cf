import type { AgentClient } from '../agent/agent-client.ts';
import { answer, apply, applyName, between, countChanges, expectRefused, expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

const vlan = (device: AgentClient, dot1qVlanIndex: number) => device.read('dot1qVlanStaticEntry', { dot1qVlanIndex });

// The first: one after it makes the switch forget how to learn.
test('VLAN Dynamic finds addresses, pins one and forgets those found', async ({ console: page, device }) => {
  // An office that goes on talking would learn again at once what was forgotten.
  await openPage(page, '/Network/VLAN/Dynamic');
  const find = page.getByRole('search');
  const list = page.getByRole('region', { name: 'Addresses', exact: true });
  await expect(list.getByText(/^Total [1-9]/)).toBeVisible();
  await expect(list.getByText(/learned and .* static of .* possible/)).toBeVisible();
  await find.getByLabel('VLAN ID').fill('4095');
  await find.getByRole('button', { name: 'Find' }).click();
  await expect(find.getByLabel('VLAN ID')).toHaveAccessibleDescription(new RegExp(between(1, 4094)));
  await find.getByLabel('VLAN ID').fill('1');
  await find.getByLabel('Port').selectOption({ label: '8' });
  await find.getByRole('button', { name: 'Find' }).click();
  const atPort = list.getByRole('row').filter({ has: page.getByRole('cell', { name: '8', exact: true }) });
  const label = await atPort
    .getByRole('button', { name: /^Add to static: / })
    .first()
    .getAttribute('aria-label');
  const address = /^Add to static: (\S+)$/.exec(label ?? '')?.[1] ?? '';
  // Another address may be learned, and come first, meanwhile.
  await page.getByRole('button', { name: `Add to static: ${address}` }).click();
  await expectToast(page);
  expect(await device.read('dot1qStaticUnicastEntry')).toMatchObject([
    { dot1qStaticUnicastAddress: address, dot1qStaticUnicastAllowedToGoTo: 8 },
  ]);
  await find.getByLabel('Type').selectOption({ label: 'Static' });
  await find.getByLabel('Port').selectOption({ label: 'All' });
  await find.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${address}.*Static`) })).toBeVisible();

  await find.getByRole('button', { name: 'Show All' }).click();
  const cleared = page.waitForRequest((request) => (request.postData() ?? '').includes('fdbClear'));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await answer(page, 'OK');
  await cleared;
  await expectToast(page);
  expect(JSON.stringify(await device.read('syslogMsgEntry'))).toMatch(/address/i);
});

test('a VLAN is added by keyboard alone, changed and deleted', async ({ console: page, device }) => {
  await openPage(page, '/Network/VLAN/Tagged');
  await page.getByRole('button', { name: 'Add VLAN' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('region', { name: 'New VLAN' });
  const id = form.getByLabel('VLAN ID');
  await expectRefused(id, '4095', between(2, 4094), form.getByRole('button', { name: 'Add' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await page.keyboard.type('voice');
  await page.keyboard.press('Tab');
  const port = (number: number) => form.getByRole('button', { name: new RegExp(`^Port ${number}: `) });
  await expect(port(1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('u');
  await expect(port(2)).toHaveAccessibleName('Port 2: untagged');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await expect(port(4)).toHaveAccessibleName('Port 4: tagged');
  await page.keyboard.press('-');
  await expect(port(4)).toHaveAccessibleName('Port 4: not a member');
  // From the cells on to the button, and nothing in between swallows the key.
  const add = form.getByRole('button', { name: 'Add', exact: true });
  for (
    let presses = 0;
    presses < 8 && !(await add.evaluate((button) => button === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(add).toBeFocused();
  // It rests for a second after the click that was refused.
  await expect(add).toBeEnabled();
  await page.keyboard.press('Enter');
  await expectToast(page);
  expect(await vlan(device, 30)).toMatchObject([
    { dot1qVlanStaticName: 'voice', dot1qVlanStaticEgressPorts: '2-3', dot1qVlanStaticUntaggedPorts: '2' },
  ]);
  // Untagged ports moved with their PVID, as the form had said.
  expect(await device.read('dot1qPortVlanEntry', { dot1dBasePort: 2 })).toMatchObject([{ dot1qPvid: 30 }]);
  expect(await vlan(device, 1)).toMatchObject([{ dot1qVlanStaticUntaggedPorts: '1,3-28' }]);

  await page.getByRole('button', { name: 'Modify VLAN 30' }).click();
  await expect(page.getByRole('heading', { name: 'Modify VLAN' })).toBeVisible();
  await page.getByLabel('VLAN Name').fill('phones');
  await page.getByRole('button', { name: 'Port 5: not a member' }).click();
  await page.getByRole('button', { name: 'Port 5: untagged' }).click();
  await apply(page);
  await expect
    .poll(() => vlan(device, 30))
    .toMatchObject([
      { dot1qVlanStaticName: 'phones', dot1qVlanStaticEgressPorts: '2-3,5', dot1qVlanStaticUntaggedPorts: '2' },
    ]);

  await openPage(page, '/Network/VLAN/Current');
  const current = page.getByRole('table', { name: 'VLANs in force' });
  await expect(current.getByRole('row')).toHaveCount(3);
  await page.getByPlaceholder('Filter by ID or name').fill('pho');
  await expect(current.getByRole('row')).toHaveCount(2);
  await expect(current).toContainText('phones');

  await openPage(page, '/Network/VLAN/Tagged');
  const remove = page.getByRole('button', { name: 'Delete VLAN 30' });
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('VLAN 30 is in use by the PVID of port 2.');
  await expect(question.getByRole('button', { name: 'OK' })).toBeDisabled();
  await question.getByRole('checkbox', { name: 'Return port 2 to VLAN 1' }).check();
  const [red = 0, ...others] = await question
    .getByRole('button', { name: 'OK' })
    .evaluate((ok) => getComputedStyle(ok).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
  expect(red, 'what destroys is red').toBeGreaterThan(2 * Math.max(...others.slice(0, 2)));
  await answer(page, 'OK');
  await expectToast(page);
  expect(await device.read('dot1qPortVlanEntry', { dot1dBasePort: 2 })).toMatchObject([{ dot1qPvid: 1 }]);
  await expect.poll(() => device.read('dot1qVlanStaticEntry')).toHaveLength(1);
});

test('a port cannot leave the VLAN of its PVID, and the form says so', async ({ console: page, device }) => {
  await openPage(page, '/Network/ModifyVLAN/1');
  const cell = page.getByRole('button', { name: /^Port 9: / });
  await cell.click();
  await cell.click();
  await expect(cell).toHaveAccessibleName('Port 9: not a member');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('VLAN 1 is in use by the PVID of port 9.')).toBeVisible();
  expect(await vlan(device, 1)).toMatchObject([{ dot1qVlanStaticEgressPorts: '1-28' }]);
});

test('VLAN Port sets PVID, frame types and ingress filtering', async ({ console: page, device }) => {
  const created = { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '5-28' };
  expect((await device.set('dot1qVlanStaticEntry', created)).error.code).toBe(0);
  await openPage(page, '/Network/VLAN/Port');
  const changes = countChanges(page);
  const pvid = page.getByLabel('PVID of port 5');
  await pvid.fill('4095');
  await page.getByRole('button', { name: applyName }).click();
  await expect(pvid).toHaveAccessibleDescription(new RegExp(between(1, 4094)));
  expect(changes.count).toBe(0);
  await pvid.fill('20');
  await page.getByLabel('Ingress Filtering of port 6').uncheck();
  await page.getByLabel('Acceptable Frame Type of port 7').selectOption({ label: 'Only VLAN tagged' });
  await apply(page);
  expect(await device.read('dot1qPortVlanEntry', { dot1dBasePort: 5 })).toMatchObject([{ dot1qPvid: 20 }]);
  expect(await device.read('dot1qPortVlanEntry', { dot1dBasePort: 6 })).toMatchObject([
    { dot1qPortIngressFiltering: 2 },
  ]);
  expect(await device.read('dot1qPortVlanEntry', { dot1dBasePort: 7 })).toMatchObject([
    { dot1qPortAcceptableFrameTypes: 2 },
  ]);
});

test('VLAN Forwarding changes how addresses are learnt, after asking', async ({ console: page, device }) => {
  await openPage(page, '/Network/VLAN/Forwarding');
  await expectRefused(page.getByLabel('MAC Aging Time'), '1000001', between(10, 1_000_000));
  await page.getByLabel('MAC Aging Time').fill('0');
  await page.getByLabel('Forwarding Table Mode').selectOption({ label: 'Shared (SVL)' });
  await page.getByLabel('Asymmetric VLAN').selectOption({ label: 'Enabled' });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await answer(page, 'Cancel');
  expect(await device.read('dot1qVlan')).toMatchObject({ dot1qConstraintTypeDefault: 1 });
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await answer(page, 'OK');
  await expectToast(page);
  expect(await device.read('dot1qVlan')).toMatchObject({ dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 });
  expect(await device.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 0 });
});

test('VLAN Private narrows which port reaches which, and opens all again', async ({ console: page, device }) => {
  const reach = (privateVlanSourcePort: number) => device.read('privateVlanPortEntry', { privateVlanSourcePort });
  await openPage(page, '/Network/VLAN/Private');
  await page.getByLabel('Port 2 to port 5', { exact: true }).uncheck();
  await expect(page.getByLabel('Port 5 to port 2', { exact: true })).not.toBeChecked();
  await page.getByLabel('Both ways').uncheck();
  await page.getByLabel('Port 3 to port 4', { exact: true }).uncheck();
  await expect(page.getByLabel('Port 4 to port 3', { exact: true })).toBeChecked();
  await apply(page);
  expect(await reach(1)).toMatchObject([{ privateVlanForwardPorts: '1-28' }]);
  expect(await reach(2)).toMatchObject([{ privateVlanForwardPorts: '1-4,6-28' }]);
  expect(await reach(5)).toMatchObject([{ privateVlanForwardPorts: '1,3-28' }]);
  expect(await reach(3)).toMatchObject([{ privateVlanForwardPorts: '1-3,5-28' }]);
  expect(await reach(4)).toMatchObject([{ privateVlanForwardPorts: '1-28' }]);

  await page.getByRole('button', { name: 'Remove restrictions' }).click();
  await answer(page, 'OK');
  await expectToast(page);
  await expect.poll(() => reach(2)).toMatchObject([{ privateVlanForwardPorts: '1-28' }]);

  await page.getByLabel('Port 1 to port 2', { exact: true }).uncheck();
  await page.getByRole('button', { name: applyName }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect(question).toContainText('Port 1 of this session would forward to fewer ports.');
  await answer(page, 'Cancel');
  expect(await reach(1)).toMatchObject([{ privateVlanForwardPorts: '1-28' }]);
});
