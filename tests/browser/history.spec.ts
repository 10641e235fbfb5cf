import { expectToast } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
// The first finds a history without saves.
test.describe.configure({ mode: 'default' });

test('a change is undone, unsaved ones are discarded, and an earlier save comes back', async ({
  console: page,
  device,
}) => {
  await device.set('portCtrlEntry', { ifIndex: 3, ifAlias: 'camera yard' });
  await openPage(page, '/History');
  const row = page.getByRole('row').filter({ hasText: 'camera yard' });
  await expect(row).toContainText('unsaved');
  await expect(row).toContainText('admin · Web');
  await row.getByRole('button', { name: 'Undo' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('listitem')).toContainText('Description of port 3');
  await expect(panel).toContainText('Your session is not touched.');
  await panel.getByRole('button', { name: 'Undo 1 setting' }).click();
  await expectToast(page);
  expect(await device.read('portCtrlEntry', { ifIndex: 3 })).toMatchObject([{ ifAlias: '' }]);
  await expect(row.filter({ hasText: 'undone' })).toBeVisible();

  // What something else builds on goes with it, or not at all.
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 40, dot1qVlanStaticName: 'yard' });
  await device.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, dot1qVlanStaticEgressPorts: '3' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('row').filter({ hasText: 'VLAN 40 added' }).getByRole('button', { name: 'Undo' }).click();
  await expect(panel).toContainText('Later changes build on it: ');
  await panel.getByRole('button', { name: /^Undo \d setting/ }).click();
  await expectToast(page);
  const vlans = (await device.read('dot1qVlanStaticEntry')) as { dot1qVlanIndex: number }[];
  expect(vlans.map(({ dot1qVlanIndex }) => dot1qVlanIndex)).not.toContain(40);

  await device.set('dot1dTp', { dot1dTpAgingTime: 400 });
  await page.getByRole('button', { name: 'Save to flash' }).click();
  await expectToast(page, 'Save configuration finished.');
  await device.set('dot1dTp', { dot1dTpAgingTime: 500 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Discard all unsaved…' }).click();
  await expect(panel.getByRole('listitem')).toContainText('500 s');
  await panel.getByRole('button', { name: 'Discard 1 change' }).click();
  await expectToast(page);
  expect(await device.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 400 });

  await device.set('dot1dTp', { dot1dTpAgingTime: 600 });
  await page.getByRole('button', { name: 'Save to flash' }).click();
  await expectToast(page, 'Save configuration finished.');
  const point = page.getByRole('row').filter({ hasText: 'Point 1' });
  await point.getByRole('button', { name: 'Compare' }).click();
  await expect(panel.getByRole('listitem')).toContainText('10 min');
  await page.keyboard.press('Escape');
  await point.getByRole('button', { name: 'Go back…' }).press('Enter');
  await panel.getByRole('button', { name: 'Go back: 1 change' }).press('Enter');
  await expectToast(page);
  expect(await device.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 400 });
});

test('what another session changes meanwhile is shown before it is discarded', async ({ console: page, device }) => {
  await device.set('dot1dTp', { dot1dTpAgingTime: 400 });
  await page.getByRole('button', { name: 'Save to flash' }).click();
  await expectToast(page, 'Save configuration finished.');
  await device.set('dot1dTp', { dot1dTpAgingTime: 500 });
  await openPage(page, '/History');
  await page.getByRole('button', { name: 'Discard all unsaved…' }).click();
  const panel = page.getByRole('dialog').filter({ hasText: 'Discard all unsaved changes' });
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await device.set('portCtrlEntry', { ifIndex: 3, ifAlias: 'camera yard' });
  await panel.getByRole('button', { name: 'Discard 1 change' }).click();
  const warning = page.getByRole('alertdialog', { name: 'Warning' });
  await expect(warning).toContainText('changed by another session');
  await warning.getByRole('button', { name: 'OK' }).click();
  expect(await device.read('portCtrlEntry', { ifIndex: 3 })).toMatchObject([{ ifAlias: 'camera yard' }]);
  await expect(panel.getByRole('listitem').filter({ hasText: 'camera yard' })).toBeVisible();
  await panel.getByRole('button', { name: 'Discard 2 changes' }).click();
  await expectToast(page);
  expect(await device.read('portCtrlEntry', { ifIndex: 3 })).toMatchObject([{ ifAlias: '' }]);
});
