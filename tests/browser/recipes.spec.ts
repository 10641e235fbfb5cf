import { expect, openPage, test } from './console.ts';

for (const delivered of [true, false]) {
  test.describe(delivered ? 'on the delivered office' : 'on factory settings', () => {
    test.use({ delivered });

    test('recipes are found by the search and on their pages, and do their task by keys alone', async ({
      console: page,
      device,
    }) => {
      await expect(page.locator('main h1')).toBeVisible();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Find a page or setting' });
      await palette.getByRole('combobox').fill('vlan for cameras');
      await expect(palette.getByRole('option').first()).toContainText('VLAN for cameras');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'VLAN for cameras', level: 1 })).toBeVisible();
      const ports = page.getByRole('group', { name: 'Ports of cameras' });
      await ports.getByRole('checkbox', { name: 'Port 5' }).press('Space');
      await ports.getByRole('checkbox', { name: 'Port 6' }).press('Space');
      await expect(page.getByRole('region', { name: 'Changes by Apply' })).toContainText(
        'Ports 5-6 move from VLAN 1 to VLAN 100, untagged',
      );
      await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Tagged', level: 1 })).toBeVisible();
      expect(await device.read('dot1qVlanStaticEntry', { dot1qVlanIndex: 100 })).toMatchObject([
        { dot1qVlanStaticName: 'Cameras', dot1qVlanStaticUntaggedPorts: '5-6' },
      ]);

      await openPage(page, '/System/SystemLog');
      await page.getByRole('navigation', { name: 'Recipes' }).getByRole('link').press('Enter');
      await page.getByRole('textbox', { name: 'Server' }).fill('192.168.10.9');
      await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
      await expect(page.getByRole('heading', { name: 'System Log', level: 1 })).toBeVisible();
      expect(await device.read('syslogServEntry')).toMatchObject([{ syslogServAddr: '192.168.10.9' }]);
      expect(await device.read('syslogCtrl')).toMatchObject({ syslogState: 1 });
    });
  });
}
