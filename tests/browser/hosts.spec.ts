import { expect, openPage, test } from './console.ts';
import { drawn, widerThanTheirCards } from './page-checks.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

test('Hosts finds a station as one types, renames it, and shows its name at its port', async ({
  console: page,
  device,
}) => {
  await openPage(page, '/Hosts');
  const hosts = page.getByRole('region', { name: 'Hosts' });
  await expect(hosts.getByRole('button', { name: 'Open host phone 4' })).toBeVisible({ timeout: 40_000 });
  // A narrow window cuts off neither the filter's words nor an address.
  await page.setViewportSize({ width: 390, height: 600 });
  const mac = hosts.getByText('00-03-6B-00-00-09', { exact: true }).filter({ visible: true });
  expect(
    await mac.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  ).toBe(1);
  expect((await hosts.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(250);
  // A tablet has no room for all columns: an address is below the other, and nothing has to be scrolled.
  await page.setViewportSize({ width: 1024, height: 600 });
  await drawn(page);
  expect(await widerThanTheirCards(page)).toEqual([]);
  await expect(mac).toBeVisible();
  await expect(hosts.getByRole('columnheader', { name: 'Known by' })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 600 });
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

  const host = '/Hosts?host=';
  const address = String(((await device.read('hostLabelEntry')) as Record<string, string>[])[0]?.hostLabelAddress);
  await openPage(page, host + address);
  const known = page.getByRole('dialog', { name: 'reception' });
  await known.getByRole('button', { name: 'Ping' }).press('Enter');
  await expect(known.getByRole('region', { name: 'Ping' })).toContainText(/repl(?:y|ies)/, { timeout: 30_000 });
  await known.getByRole('button', { name: 'Wake' }).press('Enter');
  await expect(page.getByText('A magic packet left by port 4.')).toBeVisible();
  await known.getByRole('button', { name: 'Pin to port' }).press('Enter');
  await known.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(known.getByRole('button', { name: 'Pinned' })).toBeVisible();

  // What is set for the port leads to the page where it is set.
  await openPage(page, '/?port=4');
  await expect(page.getByRole('heading', { name: 'Port 4', level: 2 })).toBeFocused();
  const usage = port.getByRole('region', { name: 'Uses of this port' });
  await expect(usage).toContainText(address);
  await usage.getByRole('link', { name: 'Network / Static Unicast' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Static Unicast' })).toBeVisible();

  await openPage(page, host + address);
  await known.getByRole('button', { name: 'Block…' }).press('Enter');
  await expect(known.getByRole('region', { name: 'Changes by Apply' })).toContainText(`Host ${address} blocked`);
  await known.getByRole('button', { name: 'Block', exact: true }).press('Enter');
  await expect(known.getByRole('button', { name: 'Unblock…' })).toBeVisible();
  expect(await device.read('dot1qStaticUnicastEntry')).toEqual([]);
  const [rule] = (await device.read('aclRuleEntry')) as Record<string, number>[];
  await openPage(page, `/Security/ACL/EditRules?profileId=${rule?.aclProfileId}`);
  await expect(page.getByText(`Source MAC ${address} (reception)`)).toBeVisible();
  await openPage(page, '/History');
  // The pin that went is the line before.
  await page.getByRole('button', { name: '+1 in the same step' }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: `Host ${address} blocked` })).toHaveCount(1);
  await openPage(page, '/System/SystemLog');
  await expect(page.getByRole('row').getByRole('link', { name: 'reception' }).first()).toBeVisible();

  await openPage(page, host + address);
  await known.getByRole('button', { name: 'Unblock…' }).press('Enter');
  await known.getByRole('button', { name: 'Unblock', exact: true }).press('Enter');
  await expect(known.getByRole('button', { name: 'Block…' })).toBeVisible();
  expect(await device.read('aclProfileEntry')).toEqual([]);
});

test('what cannot be deleted since it is in use leads to what uses it', async ({ console: page, device }) => {
  const vlan = { dot1qVlanIndex: 77, dot1qVlanStaticEgressPorts: '12', RowStatus: 4 };
  await device.set('dot1qVlanStaticEntry', vlan);
  const pin = { dot1qVlanIndex: 77, dot1qStaticUnicastAddress: '02-00-00-00-00-77' };
  await device.set('dot1qStaticUnicastEntry', { ...pin, dot1qStaticUnicastAllowedToGoTo: 12, RowStatus: 4 });
  await openPage(page, '/Network/VLAN/Tagged');
  await page.getByRole('button', { name: 'Delete VLAN 77' }).press('Enter');
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText('VLAN 77 is in use by');
  await refusal.getByRole('link', { name: 'Network / Static Unicast' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Static Unicast' })).toBeVisible();
  await expect(refusal).toBeHidden();
  // The same stands below the form of the VLAN.
  await openPage(page, '/Network/VLAN/Tagged');
  await page.getByRole('button', { name: 'Modify VLAN 77' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Uses of this entry' })).toContainText('02-00-00-00-00-77');
});
