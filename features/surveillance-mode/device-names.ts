import type { RowOf } from '../../model/schema/object.ts';
import type { aSVDeviceEntry, aSVPortEntry } from './vlan-objects.ts';

/** Names of the devices at ports: the description that was given, or else vendor and model, or else the MAC address. */
export function deviceNames(
  ports: readonly RowOf<typeof aSVPortEntry>[],
  described: readonly RowOf<typeof aSVDeviceEntry>[],
): ReadonlyMap<number, string> {
  const given = new Map(described.map((row) => [row.aSVDeviceMac, row.aSVDeviceDescription]));
  return new Map(ports.map((row) => [row.ifIndex, given.get(row.aSVPortMac) || row.aSVPortModel || row.aSVPortMac]));
}
