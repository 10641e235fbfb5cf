import { VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import type { Values } from '../../model/wire/call.ts';
import { AddressMode, BUILT_IN_VLAN } from '../system/l3-feature/objects.ts';

/** The interface that the wizard gives its address. */
export const managementInterface = VLAN_INTERFACE_BASE + BUILT_IN_VLAN;

/** Whether a DHCP server is to give the address. */
export function takesDhcp({ ipAddrCfgMode }: Values): boolean {
  return Number(ipAddrCfgMode) === AddressMode.dynamic;
}

/** Whether the address, its gateway, or where they come from is to be another one. */
export function changesAddress(entries: Values, present: Values): boolean {
  const differs = differences(entries, present);
  return differs('ipAddrCfgMode') || (!takesDhcp(entries) && differs('ip', 'mask', 'gateway'));
}

/** Whether any of these fields was changed. */
export function differences(entries: Values, present: Values): (...fields: readonly string[]) => boolean {
  return (...fields) => fields.some((field) => String(entries[field]) !== String(present[field]));
}
