import type { RowOf } from '../../model/schema/object.ts';
import type { aSVDeviceEntry, aSVPortEntry } from './vlan-objects.ts';

/** What people call the devices at ports: the description that was given, else maker and model, else the MAC address. */
export function deviceNames(
  ports: readonly RowOf<typeof aSVPortEntry>[],
  described: readonly RowOf<typeof aSVDeviceEntry>[],
): ReadonlyMap<number, string> {
  const given = new Map(described.map((row) => [row.aSVDeviceMac, row.aSVDeviceDescription]));
  return new Map(ports.map((row) => [row.ifIndex, given.get(row.aSVPortMac) || row.aSVPortModel || row.aSVPortMac]));
}
