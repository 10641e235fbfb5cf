import { features } from '../../apps/device/features.ts';
import { switchModels } from '../../apps/device/models.ts';
import { type Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { Field } from '../../model/schema/field.ts';
import { hasConfiguration, isConfigured, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';

/** What is configured of a switch. */
export const configuredObjects = features.flatMap((feature) => feature.objects).filter(hasConfiguration);

/** Tables whose rows an administrator makes: of the others there are as many as there are. */
export const growingTables = configuredObjects
  .filter((object) => object.shape === 'table')
  .filter(({ rows }) => !rows.fixed);

const hexOf = (octet: number) => octet.toString(16).toUpperCase().padStart(2, '0');

/** An engine that is none of a switch. */
const ENGINE = '80001F8880112233445566';

/** The nth row that might be, its text as long as it may be: later index columns change slower than earlier ones. */
function rowAt(table: TableObject, at: number): Values {
  const index = Object.keys(table.index);
  const row: Record<string, Values[string]> = { ...configuredDefaults(table) };
  for (const [column, field] of Object.entries(table.fields) as [string, Field][]) {
    const place = index.indexOf(column);
    if (place < 0 && !isConfigured(field)) continue;
    row[column] = declaredValue(field, place < 0 ? at : Math.floor(at / 61 ** place), { longest: true });
  }
  return row;
}

/** As many rows as the table takes, or as its index columns can name. */
function fullTable(table: TableObject, present: readonly Values[], hardware: Hardware, fitting?: Fitting): Values[] {
  const limit = Math.min(fitting ? mostRows(table, hardware) : rowLimit(table, hardware), fitting?.count ?? Infinity);
  const rows = new Map(present.map((row) => [rowKey(table, row), row]));
  for (let at = 0; rows.size < limit && at < 64 * limit; at += 1) {
    const row = { ...(fitting?.isPlain ? configuredDefaults(table) : rowAt(table, at)), ...fitting?.values(at) };
    if (!rows.has(rowKey(table, row))) rows.set(rowKey(table, row), row);
  }
  return [...rows.values()];
}

/** What the declaration does not say of rows that fit together. */
interface Fitting {
  /** Columns that are not named have their defaults, instead of a value of their kind. */
  readonly isPlain?: boolean;
  /** Rows that there are, where others leave no room for more. */
  readonly count?: number;
  values(at: number): Values;
}

/** A full switch: with as many VLANs as there are, or with as many multicast VLANs, which are none of the others. */
export const fullKinds = ['VLANs', 'multicast VLANs'] as const;

export type FullKind = (typeof fullKinds)[number];

/** VLANs beside the multicast VLANs. */
const FEW = 20;

/** By table, in the order in which one needs the other; tables that are not named fit as their fields say. */
function fittingOf(
  configuration: Configuration,
  hardware: Hardware,
  kind: FullKind,
): Readonly<Record<string, Fitting>> {
  const vlans = kind === 'VLANs' ? 4000 : FEW;
  const port = (at: number) => 1 + (at % hardware.portCount);
  /** A port of every VLAN. */
  const member = (at: number) => 1 + 2 * (at % Math.floor(hardware.portCount / 2));
  const odd = Array.from({ length: Math.ceil(hardware.portCount / 2) }, (_, at) => 2 * at + 1).join(',');
  const vlan = (at: number) => 2 + (at % (vlans - 1));
  const mac = (at: number) => `02-00-00-00-${hexOf(at >> 8)}-${hexOf(at & 255)}`;
  const named = (name: string, column: string, at: number): Value => {
    const table = growingTables.find((one) => one.name === name);
    const rows: readonly Values[] = table ? configuration.rows(table) : [];
    return rows[at % rows.length]?.[column] ?? '';
  };
  const few = kind !== 'VLANs';
  return {
    dot1qVlanStaticEntry: {
      isPlain: true,
      ...(few && { count: FEW }),
      values: (at) => ({
        dot1qVlanIndex: 2 + at,
        dot1qVlanStaticName: `VLAN ${at}`.padEnd(32, '.'),
        dot1qVlanStaticEgressPorts: odd,
        dot1qVlanStaticUntaggedPorts: '',
        dot1qVlanForbiddenEgressPorts: '',
      }),
    },
    ipv4InterfaceEntry: {
      isPlain: true,
      values: (at) => ({
        ipv4InterfaceIfIndex: 10_002 + at,
        ipIfVlanId: 2 + at,
        ipAddrCfgMode: 1,
        ipAddressAddr: `10.${at}.0.1`,
        ipAddressMask: '255.255.255.0',
      }),
    },
    ipIfSecondaryEntry: {
      isPlain: true,
      values: (at) => ({ ifIndex: 10_001 + (at % 8), secondaryAddr: `10.${100 + at}.0.1` }),
    },
    ipArpStaticEntry: {
      values: (at) => ({
        ipNetToPhysicalIfIndex: 10_002 + (at % 7),
        ipNetToPhysicalNetAddress: `10.${at % 7}.0.${10 + at}`,
        ipNetToPhysicalPhysAddress: mac(at),
      }),
    },
    ipStaticRouteEntry: {
      isPlain: true,
      values: (at) => ({ inetCidrRouteDest: `172.16.${at}.0`, inetCidrRouteNextHop: `10.0.0.${10 + at}` }),
    },
    ipv6InterfaceEntry: { isPlain: true, values: (at) => ({ ipv6InterfaceIfIndex: 10_002 + at, ipIfVlanId: 2 + at }) },
    ipv6IfAddressEntry: {
      isPlain: true,
      values: (at) => ({ ifIndex: 10_002 + (at % 8), ipv6Address: `2001:db8:${at + 1}::1` }),
    },
    ipv6NeighborStaticEntry: {
      values: (at) => ({
        ipNetToPhysicalIfIndex: 10_002 + (at % 8),
        ipNetToPhysicalNetAddress: `2001:db8:${at + 1}::9`,
        ipNetToPhysicalPhysAddress: mac(at),
      }),
    },
    ipv6StaticRouteEntry: {
      isPlain: true,
      values: (at) => ({
        inetCidrRouteDest: `2001:db8:${1000 + at}::`,
        inetCidrRoutePfxLen: 48,
        inetCidrRouteNextHop: '2001:db8:1::9',
      }),
    },
    // The session of the test is on the loopback address.
    ipAccessListEntry: {
      values: (at) => ({ ipAccessAddr: `${127 + at}.0.0.0`, ipAccessPrefixLength: 8, ipAccessPortList: '' }),
    },
    syslogServEntry: {
      values: (at) => ({ syslogServAddrType: 1, syslogServAddr: `10.0.0.${10 + at}`, syslogServVlan: 0 }),
    },
    vacmAccessEntry: { isPlain: true, values: (at) => ({ vacmGroupName: `group${at}` }) },
    usmUserEntry: {
      isPlain: true,
      values: (at) => ({
        usmUserEngineID: ENGINE,
        usmUserName: `user${at}`,
        vacmGroupName: 'group0',
        usmUserAuthKey: 'ab'.repeat(20),
        usmUserPrivKey: 'cd'.repeat(16),
      }),
    },
    snmpCommunityEntry: { values: () => ({ snmpCommunitySecurityName: 'ReadOnly' }) },
    snmpTargetAddrEntry: {
      isPlain: true,
      values: (at) => ({
        snmpTargetAddrName: `target${at}`,
        snmpTargetAddrTAddress: `10.0.0.${10 + at}`,
        snmpTargetParamsMPModel: 3,
        snmpTargetParamsSecurityName: 'user0',
      }),
    },
    etherStatsEntry: { values: (at) => ({ etherStatsDataSource: port(at) }) },
    historyControlEntry: { values: (at) => ({ historyControlDataSource: port(at) }) },
    alarmEntry: {
      isPlain: true,
      values: (at) => ({ alarmIndex: at + 1, alarmRisingThreshold: 9 + at, alarmFallingThreshold: at }),
    },
    dot1qStaticUnicastEntry: {
      values: (at) => ({ dot1qVlanIndex: vlan(at), dot1qStaticUnicastAllowedToGoTo: member(at) }),
    },
    dot1qStaticMulticastEntry: {
      isPlain: true,
      values: (at) => ({
        dot1qVlanIndex: vlan(at),
        dot1qStaticMulticastAddress: mac(at).replace('02-00-00-00', '01-00-5E-01'),
        dot1qStaticMulticastStaticEgressPorts: String(member(at)),
      }),
    },
    multicastVlanEntry: {
      isPlain: true,
      values: (at) => ({ multicastVlanId: 3000 + at, multicastVlanName: `channel ${at}` }),
    },
    multicastVlanGroupEntry: {
      values: (at) => ({ multicastVlanGroupName: `group ${at}`, multicastVlanGroupIpVersion: 1 }),
    },
    multicastVlanGroupRangeEntry: {
      values: (at) => ({
        multicastVlanGroupName: named('multicastVlanGroupEntry', 'multicastVlanGroupName', at),
        multicastVlanGroupStart: `239.1.${at}.1`,
        multicastVlanGroupEnd: `239.1.${at}.9`,
      }),
    },
    multicastVlanAssocEntry: {
      values: (at) => ({
        multicastVlanId: named('multicastVlanEntry', 'multicastVlanId', Math.floor(at / 16)),
        multicastVlanGroupName: named('multicastVlanGroupEntry', 'multicastVlanGroupName', at),
      }),
    },
    dot1vProtocolGroupEntry: {
      values: (at) => ({
        dot1vProtocolTemplateFrameType: 1,
        dot1vProtocolTemplateProtocolValue: `88${hexOf(at)}`,
        dot1vProtocolGroupId: at + 1,
      }),
    },
    dot1vProtocolPortEntry: {
      values: (at) => ({
        dot1dBasePort: port(at),
        dot1vProtocolPortGroupId: 1 + (Math.floor(at / hardware.portCount) % 16),
        dot1vProtocolPortGroupVid: vlan(at),
      }),
    },
    macVlanEntry: { values: (at) => ({ macVlanId: vlan(at) }) },
    timeRangeEntry: { isPlain: true, values: (at) => ({ timeRangeName: `range ${at}` }) },
    portSecAddrEntry: {
      isPlain: true,
      values: (at) => ({
        portSecAddrPort: port(at),
        portSecAddrVlan: port(at) % 2 === 1 ? vlan(at) : 1,
        portSecAddrMac: mac(0x10_00 + at),
      }),
    },
    dot1dStaticEntry: { values: (at) => ({ dot1dStaticAddress: mac(0x30_00 + at) }) },
    radiusServerEntry: {
      values: (at) => ({
        radiusServerAddressType: 1,
        radiusServerAddress: `10.0.0.${10 + at}`,
        radiusServerAuthPort: 1812,
        radiusServerAcctPort: 1813,
      }),
    },
    tacacsServerEntry: { values: (at) => ({ tacacsServerAddressType: 1, tacacsServerAddress: `10.0.0.${10 + at}` }) },
    dhcpSnoopingStaticBindingEntry: {
      values: (at) => ({
        bindingVlanId: vlan(at),
        bindingMac: mac(at),
        bindingIp: `10.0.0.${10 + (at % 200)}`,
        bindingPort: member(at),
      }),
    },
    arpAclEntry: { values: (at) => ({ arpAclName: `list ${at}` }) },
    arpAclRuleEntry: {
      isPlain: true,
      values: (at) => ({
        arpAclName: `list ${at % 20}`,
        arpAclRuleIndex: 1 + Math.floor(at / 20),
        arpAclRuleIpType: 2,
        arpAclRuleIp: `10.0.${at >> 8}.${at & 255}`,
      }),
    },
    dhcpSnoopingVlanEntry: { isPlain: true, values: (at) => ({ dhcpSnoopingVlanId: at + 1 }) },
    arpInspVlanEntry: { isPlain: true, values: (at) => ({ arpInspVlanId: at + 1 }) },
    arpInspFilterEntry: {
      isPlain: true,
      values: (at) => ({ arpInspVlanId: at + 1, arpInspFilterAcl: `list ${at % 20}` }),
    },
    aclProfileEntry: {
      isPlain: true,
      values: (at) => ({
        aclProfileId: at + 1,
        aclProfileName: `profile ${at}`,
        aclProfileType: 2,
        aclProfilePlace: at + 1,
        aclProfileSrcIpMask: '255.255.255.0',
      }),
    },
    aclRuleEntry: {
      isPlain: true,
      values: (at) => ({
        aclProfileId: 1 + (at % 50),
        aclRuleId: 1 + Math.floor(at / 50),
        aclRuleSrcIp: `10.200.${at}.0`,
        aclRulePorts: String(port(at)),
      }),
    },
    pingWatchdogEntry: {
      isPlain: true,
      values: (at) => ({
        pingWatchdogIndex: at + 1,
        pingWatchdogTarget: `10.0.1.${10 + at}`,
        pingWatchdogPort: at < hardware.portCount ? at + 1 : 0,
      }),
    },
    aSVOuiEntry: { values: () => ({ aSVOuiComponentType: 5 }) },
  };
}

/** Tables of which a switch of this kind has no rows: others exclude them. A group is of one multicast VLAN at most. */
const excluded: Readonly<Record<FullKind, readonly string[]>> = {
  VLANs: ['multicastVlanEntry', 'multicastVlanAssocEntry'],
  'multicast VLANs': ['multicastVlanGroupRangeEntry'],
};

/** Tables that are full before their declared maximum: by what a row is of. */
const narrower: Readonly<Record<string, (hardware: Hardware) => number>> = {
  etherStatsEntry: ({ portCount }) => portCount,
  dot1vProtocolPortEntry: ({ portCount }) => portCount * 16,
  portSecAddrEntry: ({ portCount }) => portCount * 64,
};

/** For tests: the rows that a table can have on this switch. */
export const mostRows = (table: TableObject, hardware: Hardware): number =>
  Math.min(rowLimit(table, hardware), narrower[table.name]?.(hardware) ?? Number.POSITIVE_INFINITY);

/** For tests: the model with most ports, and of those the one with most power. */
export const largestModel = [...switchModels.values()].reduce((most, one) => {
  const more = one.ports.length - most.ports.length || one.powerBudget - most.powerBudget;
  return more > 0 ? one : most;
});

/** For tests: the configuration of a switch with its tables at their maximum, every row one that fits the others. */
export function largeConfiguration(
  hardware: Hardware,
  present: Configuration,
  kind: FullKind = 'VLANs',
): Configuration {
  let large = present;
  const secured = configuredObjects.find(({ name }) => name === 'portSecPortEntry');
  if (secured?.shape === 'table') {
    // Without it, a port has no secure addresses.
    const on = { portSecState: 1, portSecMaxAddr: secured.fields.portSecMaxAddr?.limits.max ?? 0 };
    large = large.withRows(
      secured,
      large.rows(secured).map((row) => ({ ...row, ...on })),
    );
  }
  const fill = (table: TableObject) => {
    if (excluded[kind].includes(table.name)) return;
    if (table.name === 'timeRangeEntry' && hardware.lacking.has('powerOverEthernet')) return;
    large = large.withRows(
      table,
      fullTable(table, large.rows(table), hardware, fittingOf(large, hardware, kind)[table.name]),
    );
  };
  for (const table of growingTables) fill(table);
  return withDependentRows(configuredObjects, large, hardware);
}

/**
 * For tests: every table at its maximum, each value valid for its field. Whether they are consistent was not checked.
 */
export function fullConfiguration(hardware: Hardware): Configuration {
  let full = factoryConfiguration(configuredObjects, hardware);
  for (const table of growingTables) full = full.withRows(table, fullTable(table, full.rows(table), hardware));
  return withDependentRows(configuredObjects, full, hardware);
}
