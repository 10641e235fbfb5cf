import type { Configuration } from '../../../../model/configuration/configuration.ts';
import { enumeration, Status, status } from '../../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../../model/schema/kinds/integer.ts';
import { group, type RowOf, table } from '../../../../model/schema/object.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { say } from '../../../../model/values/message.ts';
import { INTERFACES, interfaceIndex } from '../objects.ts';
import { stationAddress } from './interface-address.ts';
import { ipv6InterfaceEntry, PAGE } from './interface-objects.ts';

/** Addresses of an interface at most, its link-local one not counted (docs/specification/system.md 0.7). */
export const IPV6_ADDRESSES = 8;

/** Whether the switch speaks IPv6 at all (docs/specification/system.md, "IPv6 Interface"). */
export const ipv6Ctrl = group('ipv6Ctrl', {
  title: 'IPv6',
  page: PAGE,
  fields: {
    ipv6GlobalState: status({
      label: 'IPv6',
      default: 1,
      help: 'Disabled: no interface of the switch uses IPv6; the settings are kept.',
    }),
  },
  privateMib: { number: 107, columns: ['ipv6GlobalState'] },
});

/** Purpose of an address (docs/specification/product.md 9, "IPv6 address type"). */
export const Ipv6AddressType = { unicast: 1, anycast: 2, linkLocal: 3 } as const;

/** Addresses that are set of an interface (docs/specification/system.md, "IPv6 Interface Configuration"). */
export const ipv6IfAddressEntry = table('ipv6IfAddressEntry', {
  title: 'IPv6 address',
  page: PAGE,
  index: {
    ifIndex: { ...interfaceIndex('create'), references: { table: ipv6InterfaceEntry } },
    ipv6Address: stationAddress({ label: 'Address', access: 'create' }),
  },
  columns: {
    ipv6AddressPrefixLength: integer({
      label: 'Prefix length',
      access: 'create',
      min: 1,
      max: 128,
      controlMax: 129,
      default: 64,
      help: 'Bits of the subnet that is reached without a router.',
    }),
    ipv6AddressType: enumeration({
      label: 'Type',
      access: 'create',
      choices: {
        [Ipv6AddressType.unicast]: 'Unicast',
        [Ipv6AddressType.anycast]: 'Anycast',
        [Ipv6AddressType.linkLocal]: 'Link-local',
      },
      default: 1,
      help: 'Several stations may share an anycast address: duplicates are not checked, and no connections start from it.',
    }),
    ipv6Eui64: status({
      label: 'EUI-64',
      access: 'create',
      default: 2,
      help: 'The lower 64 bits are generated from the MAC address.',
    }),
  },
  rows: { max: INTERFACES * IPV6_ADDRESSES },
  rowName: (row) =>
    say('IPv6 address {{address}} of interface {{name}}', {
      address: `${row.ipv6Address}/${row.ipv6AddressPrefixLength}`,
      name: interfaceName(row.ifIndex),
    }),
  privateMib: {
    number: 109,
    columns: ['ifIndex retired', 'ipv6Address', 'ipv6AddressPrefixLength', 'ipv6AddressType', 'ipv6Eui64', 'RowStatus'],
  },
});

/** The interfaces that speak IPv6. */
export function ipv6Rows(configuration: Configuration): readonly RowOf<typeof ipv6InterfaceEntry>[] {
  if (configuration.group(ipv6Ctrl).ipv6GlobalState !== Status.enabled) return [];
  return configuration.rows(ipv6InterfaceEntry).filter((row) => row.ipv6InterfaceEnableStatus === Status.enabled);
}
