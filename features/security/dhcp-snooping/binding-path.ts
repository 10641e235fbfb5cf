import type { IndexOf } from '../../../model/schema/object.ts';
import { dhcpSnoopingStaticBindingEntry } from './objects.ts';

/** The page of all bindings, and that of one. */
export const bindingList = '/Security/DHCPSnooping/Binding';
const modification = '/Security/DHCPSnooping/BindingModify';

type Index = IndexOf<typeof dhcpSnoopingStaticBindingEntry>;

/** The page on which a binding is modified. */
export function pathOfBinding({ bindingVlanId, bindingMac }: Index): string {
  return `${modification}?vlan=${bindingVlanId}&mac=${bindingMac}`;
}

/** The binding that a page's address names; undefined where it names none. */
export function bindingIn(search: URLSearchParams): Index | undefined {
  const { bindingVlanId, bindingMac } = dhcpSnoopingStaticBindingEntry.index;
  const vlan = bindingVlanId.read(search.get('vlan') ?? '');
  const mac = bindingMac.read(search.get('mac') ?? '');
  return vlan.ok && mac.ok ? { bindingVlanId: vlan.value, bindingMac: mac.value } : undefined;
}
