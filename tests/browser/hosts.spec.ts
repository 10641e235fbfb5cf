import { expect, openPage, test } from './console.ts';

test('Hosts finds a station as one types, renames it, and shows its name at its port', async ({
  console: page,
  device,
}) => {
  await openPage(page, '/Hosts');
  const hosts = page.getByRole('region', { name: 'Hosts' });
  await expect(hosts.getByRole('button', { name: 'Open host phone 4' })).toBeVisible({ timeout: 40_000 });
  await hosts.getByRole('searchbox').fill('desk port 4');
  await expect(hosts.getByRole('button', { name: /^Open host/ })).toHaveCount(1);
  await hosts.getByRole('button', { name: 'Open host phone 4' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'phone 4' });
  await drawer.getByRole('button', { name: 'Rename' }).press('Enter');
  await drawer.getByRole('textbox', { name: 'Label' }).fill('reception');
  await drawer.getByRole('textbox', { name: 'Label' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'reception' })).toBeVisible();
  expect(await device.read('hostLabelEntry')).toMatchObject([{ hostLabelName: 'reception' }]);
  await page.getByRole('dialog', { name: 'reception' }).getByRole('link', { name: 'Port 4' }).press('Enter');
  const port = page.getByRole('complementary', { name: 'Port 4' });
  await expect(port.getByRole('link', { name: 'reception' })).toBeVisible();
});
