import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { AddInterface } from './AddInterface.tsx';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { interfaceList, LinkTag } from './interface-list.tsx';
import { configurationPath } from './interface-path.ts';
import { BUILT_IN_VLAN, ipv4InterfaceEntry } from './objects.ts';

export default [
  interfaceList(ipv4InterfaceEntry, {
    title: 'IPv4 interfaces',
    columns: [
      { name: 'ifName', title: 'Name' },
      { name: 'ipIfVlanId', title: 'VLAN' },
      'ipv4InterfaceEnableStatus',
      { name: 'ifOperStatus', draw: (row) => <LinkTag row={row} /> },
      { name: 'ipAddrCfgMode', title: 'Origin' },
      { name: 'ipAddressInUse', title: 'IP address', draw: (row) => <AddressCell row={row} /> },
      { name: 'ipAddressMaskInUse', title: 'Subnet mask' },
      'ifPhysAddress',
    ],
    Add: AddInterface,
    path: configurationPath,
    addresses: ipIfSecondaryEntry,
    isBuiltIn: ({ ipIfVlanId }) => ipIfVlanId === BUILT_IN_VLAN,
    deletion: 'Delete IPv4 interface',
  }),
  form(ipDefaultRouter, {
    title: 'Default gateway',
    fields: [{ name: 'ipDefaultRouterAddress', help: 'Empty: none.' }, 'ipDefaultRouterInUse'],
  }),
];

/** The address in use; where there is none, why. */
function AddressCell({ row }: { row: RowOf<typeof ipv4InterfaceEntry> }) {
  const t = useText();
  const { ipAddressInUse: address, ipIfSecondaryCount: number } = row;
  if (address !== '') return number > 0 ? t('{{address}} and {{number}} more', { address, number }) : address;
  const { ipAddressStatus } = ipv4InterfaceEntry.fields;
  return <Tag tone="warn">{t(ipAddressStatus.show(row.ipAddressStatus))}</Tag>;
}
