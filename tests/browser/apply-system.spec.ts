import { readFile } from 'node:fs/promises';
import { password } from './agent-process.ts';
import { answer, apply, between, expectRefused } from './applying.ts';
import { expect, openPage, test } from './console.ts';

test.use({ isShared: true });
test.describe.configure({ mode: 'default' });

test('System Management names the switch and sets how long addresses stay', async ({ console: page, device }) => {
  await openPage(page, '/System/SystemManagement');
  const aging = page.getByLabel('MAC address aging');
  await expectRefused(aging, '9', between(10, 1_000_000));
  // Reloaded values are shown in fields without input, and keep the messages.
  await device.set('system', { sysContact: 'night shift' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByLabel('Contact')).toHaveValue('night shift');
  await expect(aging).toHaveAccessibleDescription(/Please enter an integer/);
  await aging.fill('600');
  await page.getByLabel('System name').fill('lab-switch');
  await page.getByLabel('Location').fill('Rack 4');
  await page.getByLabel('Contact').fill('ops@example.net');
  await apply(page);
  expect(await device.read('system')).toMatchObject({
    sysName: 'lab-switch',
    sysLocation: 'Rack 4',
    sysContact: 'ops@example.net',
  });
  expect(await device.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 600 });
  await expect(page.getByLabel('Side bar')).toContainText('lab-switch');
});

test('IPv4 Interface adds, changes and deletes an address of the switch', async ({ console: page, device }) => {
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' });
  await openPage(page, '/System/L3Feature/IPv4Interface');

  await page.getByRole('button', { name: 'Add interface' }).click();
  const form = page.getByRole('region', { name: 'New IPv4 interface' });
  await expectRefused(form.getByLabel('VLAN ID'), '1', between(2, 4094), form.getByRole('button', { name: 'Add' }));
  await form.getByLabel('VLAN ID').fill('20');
  for (const [at, octet] of ['192', '168', '20', '1'].entries()) {
    await form.getByLabel(`IP address, part ${at + 1} of 4`).fill(octet);
  }
  await form.getByLabel('Subnet mask').selectOption({ label: '255.255.255.0 /24' });
  await apply(form, 'Add');
  expect(await device.read('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10020 })).toMatchObject([
    { ipIfVlanId: 20, ipAddressAddr: '192.168.20.1', ipAddressMask: '255.255.255.0' },
  ]);

  const gateway = page.getByRole('region', { name: 'Default gateway' });
  await gateway.getByLabel('Default gateway, part 1 of 4').fill('192.168.10.1');
  await expectRefused(
    gateway.getByLabel('Default gateway, part 4 of 4'),
    '256',
    'Invalid IPv4 address.',
    gateway.getByRole('button', { name: 'Apply' }),
  );
  await gateway.getByLabel('Default gateway, part 4 of 4').fill('1');
  await apply(gateway);
  expect(await device.read('ipDefaultRouter')).toMatchObject({ ipDefaultRouterAddress: '192.168.10.1' });

  await page.getByRole('button', { name: 'Edit vlan20' }).click();
  await expect(page.getByRole('heading', { name: 'IPv4 Interface vlan20' })).toBeVisible();
  await page.getByLabel('Description').fill('camera side');
  await page.getByLabel('IP address, part 4 of 4').fill('2');
  await apply(page.getByRole('region', { name: 'Address' }));
  expect(await device.read('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10020 })).toMatchObject([
    { ifAlias: 'camera side', ipAddressAddr: '192.168.20.2' },
  ]);

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Delete vlan20' }).click();
  await answer(page, 'OK');
  await expect(page.getByRole('cell', { name: 'vlan20', exact: true })).toBeHidden();
  expect(await device.read('ipv4InterfaceEntry')).toHaveLength(1);
});

test('DNS sets servers, keeps hosts of its own and resolves them', async ({ console: page, device }) => {
  await openPage(page, '/System/DNS');
  const resolver = page.getByRole('region', { name: 'Resolver' });
  const timeout = resolver.getByLabel('Time-out');
  await expectRefused(timeout, '61', between(1, 60), resolver.getByRole('button', { name: 'Apply' }));
  await timeout.fill('2');
  await resolver.getByLabel('Domain').fill('example.net');
  const server = resolver.getByLabel('Secondary (IPv4), part 4 of 4');
  await resolver.getByLabel('Secondary (IPv4), part 1 of 4').fill('10.0.0.1/8');
  await expect(server).toHaveValue('1/8');
  await resolver.getByRole('button', { name: 'Apply' }).click();
  await expect(server).toHaveAccessibleDescription(/Invalid IPv4 address\./);
  await expect(server).toBeFocused();
  await resolver.getByLabel('Secondary (IPv4), part 1 of 4').fill('192.168.10.53');
  await apply(resolver);
  expect(await device.read('dnsResolverCtrl')).toMatchObject({ dnsTimeout: 2, dnsDomainName: 'example.net' });
  expect(await device.read('dnsServerEntry', { dnsServerIndex: 2 })).toMatchObject([
    { dnsServerAddr: '192.168.10.53' },
  ]);

  await page.getByRole('button', { name: 'Add static host' }).click();
  const host = page.getByRole('region', { name: 'New static host' });
  await host.getByLabel('Host name').fill('nvr.example.net');
  await host.getByLabel('Address').fill('192.168.10.77');
  await apply(host, 'Add');
  expect(await device.read('dnsHostEntry')).toEqual([{ dnsHostName: 'nvr.example.net', dnsHostAddr: '192.168.10.77' }]);

  const name = page.getByRole('region', { name: 'Test name' });
  await name.getByLabel('Host name').fill('nvr.example.net');
  await name.getByRole('button', { name: 'Test' }).click();
  await expect(name.getByRole('status')).toContainText('192.168.10.77');

  await page.getByRole('button', { name: 'Delete static host nvr.example.net' }).click();
  await answer(page, 'OK');
  await expect(page.getByText('No static hosts yet.')).toBeVisible();
  expect(await device.read('dnsHostEntry')).toEqual([]);
});

test('Administration changes name and password, and ends the other sessions', async ({ console: page, device }) => {
  await openPage(page, '/System/Administration');
  await page.getByRole('button', { name: 'Modify the administrator account' }).click();
  await expectRefused(page.getByLabel('User name'), 'root', 'User name must be 5 to 32 characters.');
  await page.getByLabel('User name').fill('operator');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('Quiet-Harbour-3');
  await page.getByLabel('Confirm password').fill('Quiet-Harbour-4');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/The two passwords are not the same\./);
  await page.getByLabel('Confirm password').fill('Quiet-Harbour-3');
  await apply(page);
  await expect(page.getByRole('cell', { name: 'operator', exact: true })).toBeVisible();
  await expect(device.read('system')).rejects.toThrow('4294967295');
  expect(await device.login(password)).not.toBe(0);
  expect(await device.login('Quiet-Harbour-3', 'operator')).toBe(0);
});

test('Timeout sets when idle sessions end and how often the switch announces itself', async ({
  console: page,
  device,
}) => {
  await openPage(page, '/System/Timeout');
  await expectRefused(page.getByLabel('Web idle timeout'), '61', between(3, 60));
  await page.getByLabel('Web idle timeout').fill('30');
  await page.getByLabel('Group interval').fill('0');
  await apply(page);
  expect(await device.read('sysUserInterface')).toEqual({ webIdleTimeout: 30, cliIdleTimeout: 5, groupInterval: 0 });
});

test('System Time sets zone, servers, daylight saving and the clock', async ({ console: page, device }) => {
  await openPage(page, '/System/SystemTime');
  const zone = page.getByRole('region', { name: 'Time source and zone' });
  const poll = zone.getByLabel('Poll interval');
  await expectRefused(poll, '61', between(1, 60), zone.getByRole('button', { name: 'Apply' }));
  await poll.fill('15');
  await zone.getByLabel('Time zone').selectOption({ label: 'UTC+01:00' });
  await zone.getByLabel('Time server 1').fill('192.168.10.9');
  await zone.getByLabel('Daylight saving').selectOption({ label: 'Recurring' });
  await zone.getByLabel('Offset').selectOption({ label: '30' });
  await apply(zone);
  expect(await device.read('sysTimeCtrl')).toMatchObject({ sysTimeSntpPoll: 15, dstMode: 2, dstOffset: 30 });
  expect(await device.read('sysTimeSntpServerEntry', { sysTimeSntpServerIndex: 1 })).toMatchObject([
    { sysTimeSntpServer: '192.168.10.9' },
  ]);

  const clock = page.getByRole('region', { name: 'Date and time' });
  await expectRefused(clock.getByLabel('Month'), '13', between(1, 12), clock.getByRole('button', { name: 'Apply' }));
  await clock.getByLabel('Year').fill('2031');
  await clock.getByLabel('Month').fill('2');
  await clock.getByLabel('Day').fill('30');
  await clock.getByRole('button', { name: 'Apply' }).click();
  await expect(clock.getByLabel('Day')).toHaveAccessibleDescription(/The date does not exist\./);
  await clock.getByLabel('Day').fill('3');
  await apply(clock);
  expect(await device.read('sysTimeCtrl')).toMatchObject({ sysTimeCurrent: expect.stringMatching(/^2031-02-03 /) });
  await expect(page.getByRole('region', { name: 'Clock', exact: true })).toContainText('2031-02-03');
});

test('System Log keeps, sends, narrows, downloads and clears messages', async ({ console: page, device }) => {
  await openPage(page, '/System/SystemLog');
  const messages = page.getByRole('table', { name: 'Messages' });
  await page.getByPlaceholder('Filter by text').fill('Port 28 link up');
  await expect(messages.getByRole('row')).toHaveCount(2);
  await page.getByPlaceholder('Filter by text').fill('');
  await page.getByLabel('Level').selectOption({ label: 'Critical' });
  await expect(messages).toContainText('No matches for the filter.');
  await page.getByLabel('Level').selectOption({ label: 'All' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download log' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('Port 28 link up, 1000 Mbit/s full duplex.');

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expectRefused(page.getByLabel('Messages kept'), '513', between(1, 512));
  await page.getByLabel('Messages kept').fill('64');
  await page.getByLabel('Syslog (remote)').selectOption({ label: 'Enabled' });
  await apply(page);
  expect(await device.read('syslogCtrl')).toMatchObject({ syslogBufferSize: 64, syslogState: 1 });

  await page.getByRole('tab', { name: 'Servers' }).click();
  await page.getByRole('button', { name: 'Add server' }).click();
  const added = page.getByRole('region', { name: 'New syslog server' });
  await added.getByLabel('Server, part 1 of 4').fill('192.168.10.8');
  await expectRefused(
    added.getByLabel('Port', { exact: true }),
    '1024',
    between(1025, 65_535),
    added.getByRole('button', { name: 'Add' }),
  );
  await added.getByLabel('Port', { exact: true }).fill('5514');
  await apply(added, 'Add');
  expect(await device.read('syslogServEntry')).toMatchObject([
    { syslogServAddr: '192.168.10.8', syslogServPort: 5514 },
  ]);
  await page.getByRole('button', { name: 'Modify syslog server 1' }).click();
  const modified = page.getByRole('region', { name: 'Syslog server 1' });
  await modified.getByLabel('Level').selectOption({ label: 'Debug' });
  await apply(modified);
  expect(await device.read('syslogServEntry')).toMatchObject([{ syslogServSeverity: 7 }]);
  await page.getByRole('button', { name: 'Delete syslog server 1' }).click();
  await answer(page, 'OK');
  await expect(page.getByText('No servers configured.')).toBeVisible();
  expect(await device.read('syslogServEntry')).toEqual([]);

  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Clear log' }).click();
  await answer(page, 'OK');
  await expect(messages.getByText('Port 28 link up')).toBeHidden();
  await expect.poll(async () => JSON.stringify(await device.read('syslogMsgEntry'))).not.toContain('link up');
});

// No port of theirs was cleared before.
test.describe(() => {
  test.use({ isShared: false });
  for (const { name, object, index } of [
    { name: 'Traffic', object: 'ifXEntry', index: 'ifIndex' },
    { name: 'Error', object: 'dot3StatsEntry', index: 'dot3StatsIndex' },
  ]) {
    test(`Statistics ${name} clears the counters of one port, and of all`, async ({ console: page, device }) => {
      await openPage(page, `/System/Statistics/${name}`);
      await page.getByLabel('Columns').selectOption('All');
      const neverCleared = page.getByRole('table', { name: 'Ports' }).getByRole('cell', { name: 'start', exact: true });
      await expect(neverCleared.nth(5)).toBeVisible();
      const ports = await neverCleared.count();
      const never = { ifCounterDiscontinuityTime: 0 };

      await page.getByRole('button', { name: 'Clear port 5' }).click();
      await answer(page, 'OK');
      await expect(neverCleared).toHaveCount(ports - 1);
      expect(await device.read(object, { [index]: 5 })).not.toMatchObject([never]);
      expect(await device.read(object, { [index]: 6 })).toMatchObject([never]);

      await page.getByRole('button', { name: 'Clear all' }).click();
      await answer(page, 'OK');
      await expect(neverCleared).toHaveCount(0);
      expect(await device.read(object, { [index]: 6 })).not.toMatchObject([never]);
    });
  }
});
