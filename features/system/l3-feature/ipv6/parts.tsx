import { form } from '../../../../console/page/form.tsx';
import { useText } from '../../../../console/translations/use-text.ts';
import { interfaceList, LinkTag } from '../interface-list.tsx';
import { AddIpv6Interface } from './AddIpv6Interface.tsx';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6ConfigurationPath } from './interface-path.ts';
import { ipv6Ctrl, ipv6IfAddressEntry } from './objects.ts';

export default [
  form(ipv6Ctrl, {
    title: 'IPv6',
    fields: [{ name: 'ipv6GlobalState', help: 'While disabled, no interface uses IPv6; the settings are kept.' }],
  }),
  interfaceList(ipv6InterfaceEntry, {
    title: 'IPv6 interfaces',
    empty: 'No VLAN has an IPv6 interface.',
    columns: [
      'ifName',
      { name: 'ipIfVlanId', title: 'VLAN' },
      'ipv6InterfaceEnableStatus',
      { name: 'ifOperStatus', draw: (row) => <LinkTag row={row} /> },
      { name: 'linkLocalInUse', title: 'Link-local', draw: (row) => <LinkLocal address={row.linkLocalInUse} /> },
      { name: 'globalAddresses', draw: (row) => <Addresses list={row.globalAddresses} /> },
      { name: 'ipv6AcceptRa', title: 'SLAAC' },
      { name: 'dhcpv6State', title: 'DHCPv6' },
      'ifPhysAddress',
    ],
    Add: AddIpv6Interface,
    path: ipv6ConfigurationPath,
    addresses: ipv6IfAddressEntry,
    deletion: 'Delete IPv6 interface',
  }),
];

function LinkLocal({ address }: { address: string }) {
  const t = useText();
  return address || t('None');
}

/** Each address on a line of its own. */
function Addresses({ list }: { list: string }) {
  const t = useText();
  if (list === '') return t('None');
  return list.split(', ').map((address) => <div key={address}>{address}</div>);
}
