import { PORT_LIST_MAXIMUM } from './port-list.ts';

/** ifIndex of trunk k is this plus k. */
export const TRUNK_BASE = 5000;

/** Trunks that a switch has (docs/specification/network.md 0.6). */
export const TRUNKS = 8;

/** ifIndex of the interface of VLAN v is this plus v. */
export const VLAN_INTERFACE_BASE = 10_000;

/** The largest ifIndex (docs/specification/product.md 5: port id 1 to 65535). */
export const INTERFACE_INDEX_MAXIMUM = 65_535;

/** The name of an interface by its ifIndex: "3" for a port, "Trunk 1", "vlan10"; "No port" for 0. */
export function interfaceName(index: number): string {
  if (index === 0) return 'No port';
  if (index > VLAN_INTERFACE_BASE) return `vlan${index - VLAN_INTERFACE_BASE}`;
  const trunk = trunkNumber(index);
  return trunk === undefined ? String(index) : `Trunk ${trunk}`;
}

/** The number of a trunk by its ifIndex; undefined where that is none of a trunk. */
export function trunkNumber(index: number): number | undefined {
  return index > TRUNK_BASE && index <= TRUNK_BASE + PORT_LIST_MAXIMUM ? index - TRUNK_BASE : undefined;
}
