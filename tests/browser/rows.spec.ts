import { rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { freeOffset } from '../free-port.ts';
import { password } from './agent-process.ts';
import { expect, signIn, test } from './console.ts';
import { features } from './declared.ts';
import { addRow, deleteRow, modifyRow, openRows, type RowForms } from './row-forms.ts';
import { configuredOf, managerOf, openToManagers, readBySnmp } from './snmp-reads.ts';

const objects = features.flatMap((feature) => feature.objects);

/** How values fit the interfaces, VLANs and ports that are there, and one another; where forms ask otherwise than tables are. */
const forms: Readonly<Record<string, RowForms>> = {
  ipv4InterfaceEntry: {
    values: { ipIfVlanId: 4, ipAddressAddr: '10.4.0.1', ipAddressMask: '255.255.255.0' },
    given: ['ipv4InterfaceIfIndex'],
    changedAt: () => '/System/L3Feature/IPv4InterfaceConfiguration?interface=10004',
    // Others need its address.
    changed: { ifAlias: 'walk' },
  },
  ipIfSecondaryEntry: {
    path: '/System/L3Feature/IPv4InterfaceConfiguration?interface=10004',
    values: { secondaryAddr: '10.5.0.1' },
    given: ['ifIndex'],
  },
  ipArpStaticEntry: { values: { ipNetToPhysicalNetAddress: '10.4.0.9' }, given: ['ipNetToPhysicalIfIndex'] },
  ipStaticRouteEntry: {
    values: { inetCidrRouteDest: '10.9.0.0', inetCidrRoutePfxLen: 16, inetCidrRouteNextHop: '10.4.0.9' },
  },
  ipv6InterfaceEntry: {
    values: { ipv6IfVlanId: 4 },
    given: ['ipv6InterfaceIfIndex'],
    changedAt: () => '/System/L3Feature/IPv6InterfaceConfiguration?interface=10004',
    changed: { ipv6NsRetransmitTime: 3 },
  },
  ipv6IfAddressEntry: {
    path: '/System/L3Feature/IPv6InterfaceConfiguration?interface=10004',
    values: { ipv6AddressPrefixLength: 64 },
    given: ['ifIndex'],
  },
  ipv6NeighborStaticEntry: { values: { ipNetToPhysicalIfIndex: 10_004, ipNetToPhysicalNetAddress: '2001:db8:3::9' } },
  ipv6StaticRouteEntry: {
    values: {
      inetCidrRouteDest: '2001:db8:9::',
      inetCidrRoutePfxLen: 48,
      inetCidrRouteNextHop: '2001:db8:3::9',
      inetCidrRouteIfIndex: undefined,
    },
  },
  ipAccessListEntry: {
    opener: 'Add address',
    values: { ipAccessAddr: '10.0.0.0', ipAccessPrefixLength: 8, ipAccessServices: undefined },
  },
  syslogServEntry: { tab: 'Servers', values: { syslogServAddr: '10.4.0.9' } },
  webhookEntry: { tab: 'Webhooks', changed: { webhookSeverity: 5 } },
  etherStatsEntry: { values: { etherStatsIndex: 1 } },
  alarmEntry: { values: { alarmVariable: undefined, alarmRisingThreshold: 9, alarmFallingThreshold: 5 } },
  dot1qStaticUnicastEntry: {
    values: { dot1qStaticUnicastAllowedToGoTo: 4 },
    changed: { dot1qStaticUnicastAllowedToGoTo: 5 },
  },
  dot1qStaticMulticastEntry: {
    values: {
      dot1qStaticMulticastAddress: '01-00-5E-01-02-03',
      dot1qStaticMulticastForbiddenEgressPorts: undefined,
    },
  },
  dot1qVlanStaticEntry: {
    values: {
      dot1qVlanIndex: 6,
      dot1qVlanStaticName: 'walk',
      dot1qVlanStaticUntaggedPorts: undefined,
      dot1qVlanStaticEgressPorts: undefined,
      dot1qVlanForbiddenEgressPorts: undefined,
    },
  },
  multicastVlanGroupRangeEntry: { opener: 'Add address range' },
  multicastVlanAssocEntry: { opener: 'Associate a profile' },
  dot1vProtocolGroupEntry: { values: { dot1vProtocolTemplateProtocolValue: '0805' } },
  dot1vProtocolPortEntry: { labels: { dot1dBasePort: 'Ports' }, values: { dot1dBasePort: 4 } },
  snmpCommunityEntry: { changed: { snmpCommunityTransportTag: '10.4.0.9' } },
  dialInUserEntry: { changed: { dialInUserVlan: 5 } },
  portSecAddrEntry: { values: { portSecAddrPort: 4, portSecAddrVlan: 4, portSecAddrMac: '02-00-00-00-04-04' } },
  radiusServerEntry: { values: { radiusServerAcctPort: undefined } },
  dot1dStaticEntry: { values: { dot1dStaticAddress: '02-00-00-00-04-05' } },
  dhcpSnoopingStaticBindingEntry: {
    values: { bindingPort: 4, bindingLease: 86_400 },
    changedAt: ({ bindingVlanId, bindingMac }) =>
      `/Security/DHCPSnooping/BindingModify?vlan=${bindingVlanId}&mac=${bindingMac}`,
    changed: { bindingIp: '10.4.0.77' },
  },
  arpInspFilterEntry: { labels: { arpInspVlanId: 'VID List' }, values: { arpInspVlanId: 4, arpInspFilterAcl: 'walk' } },
  arpAclEntry: { values: { arpAclName: 'walk' } },
  arpAclRuleEntry: { path: '/Security/DynamicARPInspection/EditARPAccessList?name=walk', given: ['arpAclName'] },
  aclRuleEntry: {
    path: '/Security/ACL/EditRules?profileId=4',
    values: { aclRuleReplaceTos: undefined, aclRuleTimeout: undefined },
    given: ['aclProfileId'],
    changedAt: ({ aclProfileId, aclRuleId }) => `/Security/ACL/AddRule?profileId=${aclProfileId}&ruleId=${aclRuleId}`,
    changed: { aclRulePorts: '5' },
  },
  timeRangeEntry: { values: { timeRangeWeekdays: undefined }, changed: { timeRangeStartTime: '07:30' } },
  pingWatchdogEntry: {
    values: { pingWatchdogTarget: '10.0.3.11' },
    given: ['pingWatchdogIndex'],
    changed: { pingWatchdogDescription: 'walk' },
  },
};

/** Tables with settings of a row that no page changes, and why. */
const unchanged: Readonly<Record<string, string>> = {
  aclProfileEntry: 'moved',
  dot1vProtocolGroupEntry: 'replaced',
  portSecAddrEntry: 'replaced',
  voiceVlanOuiEntry: 'replaced',
};

/** Tables that the console shows but has no form for, and how their rows are made. */
const formless: Readonly<Record<string, string>> = { hostLabelEntry: 'commands' };

/** Pages of Surveillance Mode, which is another console. */
const other = /^\/(?:HealthDiagnostic|Surveillance)/;

const tables: readonly TableObject[] = objects
  .filter((object) => object.shape === 'table')
  .filter(
    ({ name, page = '', index, rows }) =>
      !rows.fixed &&
      !Object.hasOwn(formless, name) &&
      page !== '' &&
      !other.test(page) &&
      Object.values(index).some(({ access }) => access === 'create' || access === 'rw'),
  );

const formsOf = ({ name }: TableObject): RowForms => forms[name] ?? {};

const rowsOf = async (device: AgentClient, table: TableObject): Promise<readonly Values[]> =>
  Object(await device.read(table.name));

test.use({
  // Pages are painted in software: a low window leaves most of that out.
  viewport: { width: 1280, height: 400 },
  // Others speak SNMP beside it.
  agentOptions: async ({ delivered: _delivered }, use) => use(['--port-offset', String(await freeOffset())]),
});

test('a row of every table is added, kept over a restart, changed and deleted, on the switch as delivered', async ({
  console: page,
  device,
  agent,
}) => {
  test.setTimeout(900_000);
  // Leaving a form with entries asks; the walk goes on.
  page.on('dialog', (dialog) => void dialog.accept());
  const vlan = { RowStatus: 4, dot1qVlanIndex: 4, dot1qVlanStaticEgressPorts: '4,5' };
  expect((await device.set('dot1qVlanStaticEntry', vlan)).error.code).toBe(0);
  expect((await device.set('portSecPortEntry', { portSecPort: 4, portSecState: 1 })).error.code).toBe(0);
  await openToManagers(device);
  const problems: string[] = [];
  const attempt = async (what: string, act: () => Promise<void>) => {
    try {
      await test.step(what, act);
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message.slice(0, 400) : error}`);
      // As a new visitor finds the page.
      await page.goto('about:blank');
      await page.goto(agent.origin);
      await expect(page.locator('main h1')).toBeVisible();
    }
  };
  const made: { readonly table: TableObject; row: Values }[] = [];
  let reader = device;
  let manager = await managerOf(device);
  const present = async (table: TableObject, row: Values) =>
    (await rowsOf(reader, table)).find((one) => rowKey(table, one) === rowKey(table, row));
  const isReadBySnmp = async ({ table, row }: (typeof made)[number]) => {
    const { expected, read } = await readBySnmp(manager, objects, table, configuredOf(table, row));
    expect(read).toEqual(expected);
  };
  const notChanged: string[] = [];

  for (const table of tables) {
    const one = { table, row: {} as Values };
    await attempt(`${table.name} is added`, async () => {
      await openRows(page, table, formsOf(table));
      const before = new Set((await rowsOf(reader, table)).map((row) => rowKey(table, row)));
      const entered = await addRow(page, table, formsOf(table));
      const [row] = (await rowsOf(reader, table)).filter((other) => !before.has(rowKey(table, other)));
      expect(row).toMatchObject(entered);
      if (!row) return;
      one.row = row;
      made.push(one);
      await isReadBySnmp(one);
    });
    if (one !== made.at(-1) || !Object.values(table.fields).some(({ access }) => access === 'rw')) continue;
    await attempt(`${table.name} is changed`, async () => {
      await openRows(page, table, formsOf(table));
      if (!(await modifyRow(page, table, one.row, formsOf(table)))) return void notChanged.push(table.name);
      const row = (await present(table, one.row)) ?? {};
      expect(configuredOf(table, row)).not.toEqual(configuredOf(table, one.row));
      one.row = row;
      await isReadBySnmp(one);
    });
  }
  await reader.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(async () => Object(await reader.read('sysConfig')).configDirty).toBe(2);
  await agent.kill();
  await agent.begin();
  reader = new AgentClient(agent.origin);
  expect(await reader.login(password)).toBe(0);
  manager = await managerOf(reader);
  for (const one of made) {
    await attempt(`${one.table.name} is kept`, async () => {
      expect(configuredOf(one.table, await present(one.table, one.row))).toEqual(configuredOf(one.table, one.row));
      await isReadBySnmp(one);
    });
  }
  await page.reload();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await signIn(page, agent.origin);

  // What was made last may refer to what was made before.
  for (const { table, row } of made.toReversed()) {
    await attempt(`${table.name} is deleted`, async () => {
      await openRows(page, table, formsOf(table));
      await deleteRow(page, table, row);
      expect(await present(table, row)).toBeUndefined();
    });
  }
  expect(problems).toEqual([]);
  expect(notChanged.sort()).toEqual(Object.keys(unchanged).sort());
  expect(made).toHaveLength(tables.length);
});
