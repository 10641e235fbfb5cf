import { type DeviceContext, type DeviceFeature, type LiveRowOf, live } from '../../device/feature.ts';
import { usageEntry } from '../../model/configuration/usage-entry.ts';
import type { Used } from '../../model/configuration/uses.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { TRUNK_BASE } from '../../model/values/interface-index.ts';
import { formatMessage, wordsOf } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { trunkOfPort } from '../bridge-ports.ts';
import { ifEntry } from '../network/physical-interface/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';

async function rows(
  { objects, configuration, hardware }: DeviceContext,
  { usageObject: name, usageRow: key }: Values,
): Promise<readonly LiveRowOf<typeof usageEntry>[]> {
  const target = objects.find((object) => object.name === name);
  if (target?.shape !== 'table') return [];
  const present = configuration();
  const row = present.rowMap(target).get(String(key)) as Values | undefined;
  if (!row) return [];
  // Not loaded while nothing is in the way.
  const { usesOf } = await import('../../model/configuration/uses.ts');
  const uses = usesOf({ target, row, ...numbersOf(target, row) }, objects, present, hardware);
  return uses.map(({ what, page }, at) => ({
    usagePlace: at + 1,
    usageWhat: wordsOf(what),
    usageSaid: formatMessage(what),
    usagePage: page,
  }));

  function numbersOf(object: TableObject, { ifIndex, dot1qVlanIndex }: Values): Pick<Used, 'numbers'> {
    if (object.name === dot1qVlanStaticEntry.name) return { numbers: { what: 'vlan', of: [Number(dot1qVlanIndex)] } };
    if (object.name !== ifEntry.name) return {};
    const trunk = trunkOfPort(present).get(Number(ifIndex));
    return { numbers: { what: 'port', of: [Number(ifIndex), ...(trunk === undefined ? [] : [TRUNK_BASE + trunk])] } };
  }
}

/** Where ports, VLANs and other rows are used. */
export const usage: DeviceFeature = { objects: [usageEntry], live: [live(usageEntry, { rows })] };
