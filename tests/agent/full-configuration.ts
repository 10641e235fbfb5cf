import { features } from '../../apps/device/features.ts';
import { rowLimit } from '../../device/configuration/draft.ts';
import { type Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import type { Field } from '../../model/schema/field.ts';
import { hasConfiguration, isConfigured, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';

/** What is configured of a switch. */
export const configuredObjects = features.flatMap((feature) => feature.objects).filter(hasConfiguration);

/** Tables whose rows an administrator makes: of the others there are as many as there are. */
export const growingTables = configuredObjects
  .filter((object) => object.shape === 'table')
  .filter(({ rows }) => !rows.fixed);

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
function fullTable(table: TableObject, present: readonly Values[], hardware: Hardware): Values[] {
  const limit = rowLimit(table, hardware);
  const rows = new Map(present.map((row) => [rowKey(table, row), row]));
  for (let at = 0; rows.size < limit && at < 64 * limit; at += 1) {
    const row = rowAt(table, at);
    if (!rows.has(rowKey(table, row))) rows.set(rowKey(table, row), row);
  }
  return [...rows.values()];
}

/** Tables whose rows need no others to fit, the largest ones among them. */
const independent: ReadonlySet<string> = new Set([
  'dot1qVlanStaticEntry',
  'dhcpSnoopingVlanEntry',
  'arpInspVlanEntry',
  'macVlanEntry',
  'qosIpv6TcEntry',
  'snmpCommunityEntry',
  'dialInUserEntry',
  'dnsHostEntry',
  'vacmViewTreeFamilyEntry',
  'vacmAccessEntry',
  'eventEntry',
  'voiceVlanOuiEntry',
  'arpAclEntry',
  'multicastVlanGroupEntry',
  'aSVDeviceEntry',
]);

/** For tests: the configuration of a switch with these tables at their maximum, each VLAN with every second port. It takes it. */
export function largeConfiguration(hardware: Hardware, present: Configuration): Configuration {
  const odd = Array.from({ length: Math.ceil(hardware.portCount / 2) }, (_, at) => 2 * at + 1).join(',');
  let large = present;
  for (const table of growingTables.filter(({ name }) => independent.has(name))) {
    const rows = fullTable(table, large.rows(table), hardware).map((row) =>
      table.name !== 'dot1qVlanStaticEntry' || present.rowMap(table).has(rowKey(table, row))
        ? row
        : {
            ...row,
            dot1qVlanStaticEgressPorts: odd,
            dot1qVlanStaticUntaggedPorts: '',
            dot1qVlanForbiddenEgressPorts: '',
          },
    );
    large = large.withRows(table, rows);
  }
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
