import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { inetAddress } from '../../../model/smi/syntax.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { IPV6_ADDRESSES } from './ipv6/objects.ts';
import {
  addressOrigin,
  addressStatus,
  INTERFACES,
  interfaceIndex,
  ipv4InterfaceEntry,
  SECONDARY_ADDRESSES,
} from './objects.ts';

/**
 * Further addresses of an interface, each in a subnet of its own (docs/specification/system.md, "IPv4 Interface Configuration").
 */
export const ipIfSecondaryEntry = table('ipIfSecondaryEntry', {
  title: 'Secondary address',
  page: '/System/L3Feature/IPv4Interface',
  index: {
    ifIndex: { ...interfaceIndex('create'), references: { table: ipv4InterfaceEntry } },
    secondaryAddr: ipv4({
      label: 'Secondary address',
      access: 'create',
      help: 'A further address of the interface, in a subnet of its own.',
    }),
  },
  columns: {
    secondaryMask: ipv4Mask({
      label: 'Mask',
      minPrefix: 1,
      maxPrefix: 31,
      access: 'create',
      help: 'Size of the subnet of the secondary address.',
    }),
  },
  rows: { max: INTERFACES * SECONDARY_ADDRESSES },
  rowName: (row) =>
    say('secondary address {{address}} of interface {{name}}', {
      address: row.secondaryAddr,
      name: `vlan${row.ifIndex - VLAN_INTERFACE_BASE}`,
    }),
  privateMib: { number: 18, columns: ['ifIndex retired', 'secondaryAddr', 'secondaryMask', 'RowStatus'] },
});

/** Every address of the switch as it is now (RFC 4293 ipAddressEntry). */
export const ipAddressEntry = table('ipAddressEntry', {
  title: 'Address',
  help: 'All addresses of the switch, of both IP versions.',
  page: '/System/L3Feature/IPv4Interface',
  oid: '1.3.6.1.2.1.4.34.1',
  index: {
    ipAddressAddrType: enumeration({
      mib: { column: 1, isNotAccessible: true },
      label: 'Address type',
      choices: { 1: 'IPv4', 2: 'IPv6' },
      access: 'ro',
    }),
    // An InetAddress has its length before it, unlike an IpAddress.
    ipAddressAddr: ipAddress({
      mib: { column: 2, isNotAccessible: true, syntax: inetAddress },
      label: 'IP address',
      access: 'ro',
    }),
  },
  columns: {
    ipAddressIfIndex: { ...interfaceIndex('ro'), mib: { column: 3 } },
    ipAddressType: enumeration({
      mib: { column: 4 },
      label: 'Type',
      choices: { 1: 'Unicast', 2: 'Anycast' },
      access: 'ro',
    }),
    /** Of IPv4. */
    ipAddressMask: ipv4Mask({ label: 'Subnet mask', access: 'ro' }),
    ipAddressPrimary: truth({ label: 'Primary', access: 'ro' }),
    ipAddressOrigin: enumeration({ mib: { column: 6 }, label: 'Origin', choices: addressOrigin, access: 'ro' }),
    ipAddressStatus: enumeration({ mib: { column: 7 }, label: 'Status', choices: addressStatus, access: 'ro' }),
    ipAddressPrefixLength: gauge({ label: 'Prefix length', access: 'ro' }),
  },
  rows: { max: INTERFACES * (1 + SECONDARY_ADDRESSES) + INTERFACES * (2 * IPV6_ADDRESSES + 1) },
  privateMib: { number: 19, columns: ['ipAddressMask', 'ipAddressPrimary', 'ipAddressPrefixLength retired'] },
});

/** The switch's gateway for destinations outside its own subnets (RFC 4293 ipDefaultRouterTable, its one row). */
export const ipDefaultRouter = group('ipDefaultRouter', {
  title: 'Default gateway',
  page: '/System/L3Feature/IPv4Interface',
  fields: {
    ipDefaultRouterAddress: ipv4({
      label: 'Default gateway',
      optional: true,
      help: 'Router for networks without a route, in a subnet of the switch. A gateway from DHCP is used first.',
    }),
    /** A gateway that came with a DHCP lease goes before the one set. */
    ipDefaultRouterInUse: text({
      label: 'Gateway in use',
      maxLength: 15,
      access: 'ro',
      help: 'The gateway from DHCP, or the one above.',
    }),
  },
  privateMib: { number: 20, columns: ['ipDefaultRouterAddress', 'ipDefaultRouterInUse'] },
});
