import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeBundle } from '../../device/firmware/write-bundle.ts';
import { BACKUP_DOWNLOAD, TransferDirection } from '../../features/tools/config-backup-restore/objects.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { type AgentProcess, password } from './agent-process.ts';
import { applyName } from './applying.ts';
import { expect, test } from './console.ts';
import { CountedHand } from './counted.ts';
import { statedTasks } from './task-table.ts';

test.describe.configure({ mode: 'default' });
test.use({ agentOptions: ['--model', 'TPE-2840WS'], isShared: true });

interface Around {
  readonly hand: CountedHand;
  readonly page: Page;
  readonly device: AgentClient;
  readonly agent: AgentProcess;
}

const driven: string[] = [];

/** Drives a task from the dashboard on; what it takes is what docs/tasks.md states. */
function task(name: string, drive: (around: Around) => Promise<void>): void {
  driven.push(name);
  test(name, async ({ console: page, device, agent }) => {
    await expect(
      page.getByRole('group', { name: 'Front panel' }).getByRole('button', { name: /^Port 1,/ }),
    ).toBeVisible();
    const hand = new CountedHand(page);
    await drive({ hand, page, device, agent });
    const steps = hand.steps.join(' · ') || 'look at the dashboard';
    const stated = statedTasks().find((row) => row.task === name);
    expect(stated).toEqual({ task: name, steps, actions: hand.count });
  });
}

const apply = (scope: Page | ReturnType<Page['getByRole']>) => scope.getByRole('button', { name: applyName });
const portOf = (page: Page, port: number) =>
  page.getByRole('group', { name: 'Front panel' }).getByRole('button', { name: new RegExp(`^Port ${port}\\b`) });
const workplaceOf = (page: Page, port: number) => page.getByRole('complementary', { name: `Port ${port}` });

const firstFound = (page: Page) => page.getByRole('listbox', { name: 'Pages and actions' }).getByRole('option').first();

/** Opens the palette, types, and goes to the first thing found, whose words are as given. */
async function find({ hand, page }: Around, text: string, found: RegExp): Promise<void> {
  await hand.press('Control+K');
  await hand.enter(text, 'search', page.getByRole('combobox', { name: 'Find a page or setting' }));
  await expect(firstFound(page)).toHaveText(found);
  await hand.press('Enter');
}

/** A part of the dashboard below the window, which is there once one scrolls to it. */
async function further(page: Page, name: string) {
  await page.getByRole('region', { name: 'Traffic' }).evaluate((card) => card.parentElement?.scrollIntoView());
  const part = page.getByRole('region', { name });
  await expect(part).toBeVisible();
  return part;
}

/** Waits until the device has what a task is about. */
async function becomes(
  device: AgentClient,
  object: string,
  index: object,
  values: Record<string, unknown>,
): Promise<void> {
  await expect(async () => expect(await device.read(object, index)).toMatchObject([values])).toPass({
    timeout: 20_000,
  });
}

/** The same for values that are no rows. */
async function holds(device: AgentClient, object: string, values: Record<string, unknown>): Promise<void> {
  await expect(async () => expect(await device.read(object)).toMatchObject(values)).toPass({ timeout: 20_000 });
}

task('Disable a port', async ({ hand, page, device }) => {
  const workplace = workplaceOf(page, 22);
  await hand.click('Port 22', portOf(page, 22));
  await hand.choose('Disabled', 'State', workplace.getByRole('combobox', { name: 'State' }).first());
  await hand.click('Apply', apply(workplace));
  await becomes(device, 'ifEntry', { ifIndex: 22 }, { ifAdminStatus: 2 });
});

task('Name a port', async ({ hand, page, device }) => {
  await hand.click('Port 12', portOf(page, 12));
  await hand.enter('Printer', 'Description', workplaceOf(page, 12).getByRole('textbox', { name: 'Description' }));
  await hand.press('Enter');
  await becomes(device, 'portCtrlEntry', { ifIndex: 12 }, { ifAlias: 'Printer' });
});

task('Move a port to VLAN 20', async ({ hand, page, device }) => {
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 20 });
  const workplace = workplaceOf(page, 21);
  await hand.click('Port 21', portOf(page, 21));
  await hand.choose('20', 'Untagged VLAN', workplace.getByRole('combobox', { name: 'Untagged VLAN' }));
  await hand.click('Apply', apply(workplace));
  await becomes(device, 'dot1qVlanStaticEntry', { dot1qVlanIndex: 20 }, { dot1qVlanStaticUntaggedPorts: '21' });
  await becomes(device, 'dot1qPortVlanEntry', { dot1dBasePort: 21 }, { dot1qPvid: 20 });
});

task('Make VLAN 30 with four untagged ports', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'vlan 30', /^Add VLAN 30/);
  await expect(page.getByRole('textbox', { name: 'VLAN ID' })).toHaveValue('30');
  for (const port of [15, 16, 17, 18]) {
    await hand.click(`Port ${port}`, page.getByRole('button', { name: `Port ${port}: not a member` }));
  }
  await hand.click('Add', page.getByRole('button', { name: 'Add', exact: true }));
  await becomes(device, 'dot1qVlanStaticEntry', { dot1qVlanIndex: 30 }, { dot1qVlanStaticUntaggedPorts: '15-18' });
});

task('Carry two VLANs tagged on an uplink', async ({ hand, page, device }) => {
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 41 });
  await device.set('dot1qVlanStaticEntry', { RowStatus: 4, dot1qVlanIndex: 42 });
  const workplace = workplaceOf(page, 24);
  await hand.click('Port 24', portOf(page, 24));
  await hand.enter('41,42', 'Tagged VLANs', workplace.getByRole('textbox', { name: 'Tagged VLANs' }));
  await hand.press('Enter');
  for (const vlan of [41, 42]) {
    const tagged = { dot1qVlanStaticEgressPorts: '24', dot1qVlanStaticUntaggedPorts: '' };
    await becomes(device, 'dot1qVlanStaticEntry', { dot1qVlanIndex: vlan }, tagged);
  }
});

task('Find the port of an address', async ({ hand, page }) => {
  await hand.press('Control+K');
  await hand.enter('192.168.10.15', 'search', page.getByRole('combobox', { name: 'Find a page or setting' }));
  await expect(firstFound(page)).toContainText('00-40-8C-00-00-08');
  await expect(firstFound(page)).toContainText('Port 3');
});

task('Restart a camera by PoE', async ({ hand, page, device }) => {
  await hand.click('Port 9', portOf(page, 9));
  await hand.click('Restart', page.getByRole('button', { name: 'Restart the device on port 9' }));
  await hand.click('OK', page.getByRole('dialog').getByRole('button', { name: 'OK' }));
  const log = async () => JSON.stringify(await device.read('syslogMsgEntry'));
  await expect.poll(log).toContain('The device on port 9 is restarted');
});

task('See which ports have errors, and why', async ({ hand, page }) => {
  const finding = page.getByRole('region', { name: /need/ }).getByRole('listitem').filter({ hasText: 'Port 10' });
  await expect(finding).toContainText('Port 10 runs at half duplex');
  await expect(finding).toContainText('The far end does not negotiate');
  expect(hand.count).toBe(0);
});

task('Mirror a port', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'mirror port 9', /^Network \/ Mirroring/);
  await expect(
    page.getByRole('group', { name: 'Ingress Ports' }).getByRole('checkbox', { name: 'Port 9' }),
  ).toBeChecked();
  await hand.choose('14', 'Target Port', page.getByRole('combobox', { name: 'Target Port' }));
  await hand.click('Apply', apply(page));
  const both = { mirrorSessionStatus: 1, mirrorTargetPort: 14, mirrorIngressPorts: '9', mirrorEgressPorts: '9' };
  await becomes(device, 'mirrorSessionEntry', { mirrorSessionId: 1 }, both);
});

task('Make a trunk of two ports', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'trunk 11,13', /^Network \/ Trunk \/ Settings/);
  await expect(page.getByRole('region', { name: 'Changes by Apply' })).toContainText('11,13');
  await hand.click('Apply', apply(page));
  await becomes(device, 'trunkGroupEntry', { trunkId: 2 }, { trunkMode: 2, trunkMemberPorts: '11,13' });
});

task('Limit broadcasts on all access ports', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'storm control 1-24', /^Network \/ Bandwidth Control \/ Storm Control/);
  await hand.click('Broadcast', page.getByRole('checkbox', { name: 'Broadcast of the selected ports' }));
  await hand.enter('16', 'Threshold', page.getByRole('textbox', { name: 'Threshold of the selected ports' }));
  await hand.click('Apply', apply(page));
  for (const ifIndex of [1, 24]) {
    await becomes(device, 'stormCtrlEntry', { ifIndex }, { stormCtrlBroadcast: 1, stormCtrlThreshold: 16 });
  }
});

task('Allow two addresses each on ports 1-8', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'port security 1-8', /^Security \/ Port Security \/ Port Settings/);
  await hand.click('State', page.getByRole('checkbox', { name: 'State of the selected ports' }));
  await hand.enter('2', 'Maximum', page.getByRole('textbox', { name: 'Maximum of the selected ports' }));
  await hand.click('Apply', apply(page));
  await becomes(device, 'portSecPortEntry', { portSecPort: 8 }, { portSecState: 1, portSecMaxAddr: 2 });
});

task('Require 802.1X on four ports', async (around) => {
  const { hand, page, device } = around;
  await find(around, '802.1x on ports', /802\.1X on ports/);
  await hand.enter('192.168.10.13', 'RADIUS server', page.getByRole('textbox', { name: 'RADIUS server' }));
  await hand.enter('shared-secret', 'Shared Secret', page.getByLabel('Shared Secret'));
  const ports = page.getByRole('group', { name: 'Ports' });
  for (const port of [19, 20, 21, 22]) {
    await hand.click(`Port ${port}`, ports.getByRole('checkbox', { name: `Port ${port}` }));
  }
  await hand.click('Apply', apply(page));
  await expect(page.getByRole('heading', { name: 'Port Access Control', level: 1 })).toBeVisible();
  await becomes(device, 'dot1xAuthConfigEntry', { dot1xPaePortNumber: 22 }, { dot1xAuthAuthControlledPortControl: 2 });
  await holds(device, 'dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 });
});

task('Trust one port for DHCP servers', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'dhcp snooping with', /DHCP snooping with ARP inspection/);
  const ports = page.getByRole('group', { name: 'Ports to DHCP servers' });
  await hand.click('Port 28', ports.getByRole('checkbox', { name: 'Port 28' }));
  await hand.click('Apply', apply(page));
  await holds(device, 'dhcpSnoopingConfig', { dhcpSnoopingStatus: 1 });
  await becomes(device, 'dhcpSnoopingVlanEntry', { dhcpSnoopingVlanId: 1 }, { dhcpSnoopingVlanStatus: 1 });
  await becomes(device, 'dhcpSnoopingPortEntry', { dhcpSnoopingPort: 28 }, { dhcpSnoopingPortTrust: 1 });
});

task('Separate guests from everything but the router', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'guest network', /Guest network/);
  const guests = page.getByRole('group', { name: 'Ports of guests' });
  await hand.click('Port 16', guests.getByRole('checkbox', { name: 'Port 16' }));
  await hand.click('Port 17', guests.getByRole('checkbox', { name: 'Port 17' }));
  await hand.click(
    'Port 24',
    page.getByRole('group', { name: 'Port to the router' }).getByRole('checkbox', { name: 'Port 24' }),
  );
  await hand.click('Apply', apply(page));
  const vlan = { dot1qVlanStaticEgressPorts: '16-17,24', dot1qVlanStaticUntaggedPorts: '16-17' };
  await becomes(device, 'dot1qVlanStaticEntry', { dot1qVlanIndex: 200 }, vlan);
  await becomes(device, 'privateVlanPortEntry', { privateVlanSourcePort: 16 }, { privateVlanForwardPorts: '16,24' });
});

task('Set the clock by a time server', async ({ hand, page, device }) => {
  await hand.open('System', 'System Time');
  await hand.choose('SNTP', 'Clock source', page.getByLabel('Clock source'));
  await hand.enter('192.168.10.13', 'Time server 1', page.getByLabel('Time server 1'));
  await hand.click('Apply', apply(page.getByRole('region', { name: 'Time source and zone' })));
  await expect(async () =>
    expect(JSON.stringify(await device.read('sysTimeSntpServerEntry'))).toContain('192.168.10.13'),
  ).toPass({ timeout: 20_000 });
});

task('Add an SNMPv3 user', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'snmpv3 for a manager', /SNMPv3 for a manager/);
  await hand.enter('manager', 'User name', page.getByRole('textbox', { name: 'User name' }));
  await hand.enter('authentication-1', 'Authentication password', page.getByLabel('Authentication password'));
  await hand.enter('privacy-password-1', 'Privacy password', page.getByLabel('Privacy password'));
  await hand.click('Apply', apply(page));
  await expect(page.getByRole('row').filter({ hasText: 'manager' }).first()).toBeVisible();
  await holds(device, 'snmpAgentCtrl', { snmpAgentState: 1 });
});

task('Send the log to a server', async (around) => {
  const { hand, page, device } = around;
  await find(around, 'send the log', /Send the log to a server/);
  await hand.enter('192.168.10.13', 'Server', page.getByRole('textbox', { name: 'Server' }));
  await hand.click('Apply', apply(page));
  await becomes(device, 'syslogServEntry', {}, { syslogServAddr: '192.168.10.13' });
  await holds(device, 'syslogCtrl', { syslogState: 1 });
});

task('Back up the configuration', async ({ hand, page }) => {
  const download = page.waitForEvent('download');
  await hand.open('Tools', 'Config Backup/Restore');
  await hand.click('Download backup', page.getByRole('button', { name: 'Download backup' }));
  expect(await readFile(await (await download).path(), 'utf8')).toContain('portCtrlEntry');
});

task('Upgrade the firmware, up to its question', async ({ hand, page }) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const files = [{ name: START_FILE, content: new Uint8Array(1000) }];
  const buffer = Buffer.from(writeBundle({ models: ['TPE-2840WS'], version: '9.0.0', files }, privateKey));
  await hand.open('Tools', 'Firmware Upgrade');
  const file = { name: 'f.bundle', mimeType: 'application/octet-stream', buffer };
  await hand.chooseFile('File', page.getByLabel('File'), file);
  await hand.click('Upgrade', page.getByRole('button', { name: 'Upgrade', exact: true }));
  await expect(page.getByRole('dialog')).toContainText('Upgrade the firmware to version 9.0.0?');
});

task('Undo the last change', async ({ hand, page, device }) => {
  await device.set('portCtrlEntry', { ifIndex: 20, ifAlias: 'wrong' });
  const last = (await further(page, 'Last changes')).getByRole('listitem').first();
  await expect(last).toContainText('wrong');
  await hand.click('Undo', last.getByRole('link', { name: 'Undo' }));
  await hand.click('Undo 1 setting', page.getByRole('dialog').getByRole('button', { name: 'Undo 1 setting' }));
  await becomes(device, 'portCtrlEntry', { ifIndex: 20 }, { ifAlias: '' });
});

task('Save', async ({ hand, page, device }) => {
  await hand.click('Save to flash', page.getByRole('button', { name: 'Save to flash' }));
  await holds(device, 'sysConfig', { configDirty: 2 });
});

task('Change the address of the switch', async ({ hand, page, device }) => {
  await hand.open('System', 'L3 Feature', 'IPv4 Interface');
  await hand.click('Edit', page.getByRole('button', { name: 'Edit vlan1' }));
  await hand.enter('192.168.10.201', 'IP address', page.getByLabel('IP address, part 1 of 4'));
  await hand.click('Apply', apply(page.getByRole('region', { name: 'Address' })));
  await hand.click('OK', page.getByRole('dialog').getByRole('button', { name: 'OK' }));
  await becomes(device, 'ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10001 }, { ipAddressAddr: '192.168.10.201' });
});

task('Lock a station out', async ({ hand, page, device }) => {
  await hand.open('Hosts');
  const host = page.getByRole('row').filter({ hasText: '00-03-6B-00-00-1B' }).first();
  await hand.click('the host', host.getByRole('button', { name: /^Open host/ }));
  await hand.click('Block…', page.getByRole('dialog').getByRole('button', { name: 'Block…' }));
  await hand.click('Block', page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }));
  await expect(async () =>
    expect(JSON.stringify(await device.read('dot1dStaticEntry'))).toContain('00-03-6B-00-00-1B'),
  ).toPass({ timeout: 20_000 });
});

task('See who changed what', async ({ hand, page, device }) => {
  await device.set('portCtrlEntry', { ifIndex: 19, ifAlias: 'reception' });
  await hand.open('History');
  const change = page.getByRole('row').filter({ hasText: 'reception' });
  await expect(change).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
  await expect(change).toContainText('admin · Web');
  await expect(change).toContainText('127.0.0.1');
});

task('See which port has most traffic', async ({ page }) => {
  const busiest = await further(page, 'Busiest now');
  await expect(busiest.getByRole('listitem').first()).toHaveText(/^Port \d+ .*bit\/s$/);
});

task('Restore the configuration', async ({ hand, page, agent, device }) => {
  await device.set('system', { sysName: 'backed-up' });
  await device.set('cfgTransferCtrl', { cfgDirection: TransferDirection.backup });
  const backup = await (await device.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${device.gambit}`)).text();
  await device.set('system', { sysName: 'changed' });
  await hand.open('Tools', 'Config Backup/Restore');
  const restore = page.getByRole('region', { name: 'Restore' });
  await hand.chooseFile('File', restore.getByLabel('File'), {
    name: 'backup.cfg',
    mimeType: 'text/plain',
    buffer: Buffer.from(backup),
  });
  await hand.click('Check and restore', restore.getByRole('button', { name: 'Check and restore' }));
  await hand.click('OK', page.getByRole('dialog').getByRole('button', { name: 'OK' }));
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 60_000 });
  const again = new AgentClient(agent.origin);
  expect(await again.login(password)).toBe(0);
  expect(await again.read('system')).toMatchObject({ sysName: 'backed-up' });
});

test('docs/tasks.md states each task that is driven, and no other', () => {
  expect(statedTasks().map((row) => row.task)).toEqual(driven);
});
