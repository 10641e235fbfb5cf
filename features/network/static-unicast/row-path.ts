import type { IndexOf } from '../../../model/schema/object.ts';
import { dot1qStaticUnicastEntry } from './objects.ts';

/** Where the entry is modified. */
export function modifyPath(index: IndexOf<typeof dot1qStaticUnicastEntry>): string {
  const row = encodeURIComponent(`${index.dot1qVlanIndex}_${index.dot1qStaticUnicastAddress}`);
  return `/Network/ModifyStaticUnicastAddressTable/${row}`;
}

/** The entry that the page's address names ("10_00-11-22-33-44-55"); undefined where it names none. */
export function indexOfRow(row: string): IndexOf<typeof dot1qStaticUnicastEntry> | undefined {
  const [vlan, address] = row.split('_');
  const { dot1qVlanIndex, dot1qStaticUnicastAddress } = dot1qStaticUnicastEntry.fields;
  const readVlan = dot1qVlanIndex.read(vlan);
  const readAddress = dot1qStaticUnicastAddress.read(address);
  return readVlan.ok && readAddress.ok
    ? { dot1qVlanIndex: readVlan.value, dot1qStaticUnicastAddress: readAddress.value }
    : undefined;
}
