import { expect, test } from './console.ts';

// A desk: what is in sight depends on its height.
test.use({ viewport: { width: 1440, height: 900 } });

for (const delivered of [true, false]) {
  test.describe(delivered ? 'on the delivered office' : 'on factory settings', () => {
    test.use({ delivered });

    test('a port is set from the dashboard by keys alone, with the panel beside it', async ({
      console: page,
      device,
    }) => {
      const panel = page.getByRole('group', { name: 'Front panel' });
      await panel.getByRole('button', { name: /^Port 9\b/ }).press('Enter');
      await expect(page.getByRole('complementary', { name: 'Port 9' })).toBeVisible();
      // The next port below, without a step out of the panel.
      await page.keyboard.press('ArrowDown');
      const workplace = page.getByRole('complementary', { name: 'Port 10' });
      await expect(workplace.getByRole('textbox', { name: 'Description' })).toBeEnabled();
      const [besides, own] = await Promise.all([panel.boundingBox(), workplace.boundingBox()]);
      expect((besides?.x ?? 0) + (besides?.width ?? 0)).toBeLessThanOrEqual(own?.x ?? 0);
      await page.keyboard.press('Enter');
      await expect(workplace.getByRole('textbox', { name: 'Description' })).toBeFocused();
      await page.keyboard.type('Printer');
      await workplace.getByRole('combobox', { name: 'Mode' }).selectOption('100F');
      const changes = workplace.getByRole('region', { name: 'Changes by Apply' });
      await expect(changes).toContainText('Printer');
      await expect(changes).toBeInViewport();
      await workplace.getByRole('button', { name: 'Apply' }).press('Enter');
      await expect(changes).toBeHidden();
      expect(await device.read('portCtrlEntry', { ifIndex: 10 })).toMatchObject([{ ifAlias: 'Printer', portMode: 3 }]);
      await page.keyboard.press('Escape');
      await expect(workplace).toBeHidden();
      await expect(panel.getByRole('button', { name: /^Port 10, Printer/ })).toBeFocused();
    });
  });
}
