import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { BUILT_IN_VLAN } from './objects.ts';

/** The path of the list, and the name of its route. */
export const interfaceList = '/System/L3Feature/IPv4Interface';
export const interfaceListName = 'System_L3Feature_IPv4Interface';

const configuration = '/System/L3Feature/IPv4InterfaceConfiguration';

/** The configuration page of one interface. */
export function configurationPath(index: number): string {
  return `${configuration}?interface=${index}`;
}

/** The interface that the page was opened for; the built-in one where it names none. */
export function interfaceOf(search: URLSearchParams): number {
  const named = search.get('interface') ?? '';
  return /^\d{5}$/.test(named) ? Number(named) : VLAN_INTERFACE_BASE + BUILT_IN_VLAN;
}
