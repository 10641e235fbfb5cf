import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Access } from '../../../model/schema/field.ts';
import { enumeration, Status, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';

/** IPv4 interfaces at most (docs/specification/system.md 0.7). */
export const INTERFACES = 8;

/** Secondary addresses an interface. */
export const SECONDARY_ADDRESSES = 4;

/** The VLAN of the built-in interface. */
export const BUILT_IN_VLAN = 1;

/** State of an address, by RFC 4293 IpAddressStatusTC. */
export const addressStatus = {
  preferred: [1, 'In use'],
  deprecated: [2, 'Deprecated'],
  inaccessible: [4, 'Not in use'],
  tentative: [6, 'Being checked'],
  duplicate: [7, 'Duplicate'],
} as const;

/** Origin of an address, by RFC 4293 IpAddressOriginTC. */
export const addressOrigin = {
  manual: [2, 'Manual'],
  dhcp: [4, 'DHCP'],
  /** Made of the MAC address: link-local ones, and those of a router's prefix. */
  linkLayer: [5, 'Automatic'],
} as const;

/** 10001..14094, shown as "vlan1". */
export const interfaceIndex = (access: Access) => ({
  ...integer({
    label: 'Interface',
    access,
    min: VLAN_INTERFACE_BASE + 1,
    max: VLAN_INTERFACE_BASE + VLAN_ID_MAXIMUM,
  }),
  show: interfaceName,
});

/**
 * The VLAN interfaces that have an IPv4 stack, with what is set of each (RFC 4293 ipv4InterfaceEntry; docs/specification/system.md,
 * "IPv4 Interface" and "IPv4 Interface Configuration"). The address columns hold the manual address; it is also the one that a
 * DHCP client falls back to.
 */
export const ipv4InterfaceEntry = table('ipv4InterfaceEntry', {
  title: 'IPv4 interface',
  page: '/System/L3Feature/IPv4Interface',
  oid: '1.3.6.1.2.1.4.28.1',
  index: { ipv4InterfaceIfIndex: interfaceIndex('create') },
  columns: {
    ifName: text({ label: 'Interface', maxLength: 15, access: 'ro' }),
    ipIfVlanId: vlanId({
      label: 'VLAN ID',
      access: 'create',
      references: {
        // By its name: the dashboard shows interfaces, and is not to fetch what else is declared of VLANs.
        table: { shape: 'table', name: 'dot1qVlanStaticEntry' },
        by: ({ ipIfVlanId: vlan = 0 }) => say('IP interface {{name}}', { name: `vlan${vlan}` }),
      },
      help: 'An existing VLAN; the interface is reached through its member ports.',
    }),
    ipv4InterfaceEnableStatus: enumeration({
      mib: { column: 3 },
      label: 'Admin state',
      choices: { 1: 'Enabled', 2: 'Disabled' },
      default: 1,
      help: 'Disabled: the switch does not answer at the addresses of the interface, which are kept.',
    }),
    ifOperStatus: enumeration({
      label: 'Link',
      choices: { 1: 'Up', 2: 'Down' },
      default: 2,
      access: 'ro',
      help: 'Up while a member port of the VLAN has a link.',
    }),
    ifAlias: text({
      mib: { column: '1.3.6.1.2.1.31.1.1.1.18', isServedElsewhere: true },
      label: 'Description',
      maxLength: 64,
      help: 'Purpose of the interface, in your own words.',
    }),
    ipAddrCfgMode: enumeration({
      label: 'Get IP from',
      choices: { manual: [1, 'Manual'], dynamic: [2, 'DHCP'] },
      default: 1,
      help: 'With DHCP the address below is used only while no server responds.',
    }),
    ipAddressAddr: ipv4({
      label: 'IP address',
      optional: true,
      help: 'Its subnet must not overlap that of another interface. It is checked for duplicates before it is used.',
    }),
    ipAddressMask: ipv4Mask({
      label: 'Subnet mask',
      minPrefix: 1,
      maxPrefix: 31,
      help: 'Size of the subnet that is reached without a gateway.',
    }),
    ipIfSecondaryCount: gauge({
      label: 'Secondary addresses',
      access: 'ro',
      help: 'Number of further addresses of the interface.',
    }),
    ifPhysAddress: mac({ label: 'MAC address', access: 'ro' }),
    dhcpOption12State: status({
      label: 'Send host name',
      default: 2,
      help: 'Sends a host name to the DHCP server, which may register it in DNS.',
    }),
    dhcpOption12HostName: text({
      label: 'Host name',
      maxLength: 63,
      characters: /[A-Za-z0-9-]/,
      help: 'Empty sends the system name.',
    }),
    dhcpRetryTimes: integer({
      label: 'DHCP retries',
      min: 5,
      max: 120,
      default: 7,
      help: 'Unanswered requests before the manual address is used. The switch then asks again every 5 minutes.',
    }),
    /** The address that the interface answers to now, from any source; empty for none. */
    ipAddressInUse: text({
      label: 'Address in use',
      maxLength: 15,
      access: 'ro',
      help: 'Address at which the switch answers now.',
    }),
    ipAddressMaskInUse: text({
      label: 'Mask in use',
      maxLength: 15,
      access: 'ro',
      help: 'Subnet mask of the address in use.',
    }),
    ipAddressOrigin: enumeration({
      label: 'Origin',
      choices: addressOrigin,
      access: 'ro',
      help: 'How the interface got the address.',
    }),
    ipAddressStatus: enumeration({
      label: 'Status',
      choices: addressStatus,
      access: 'ro',
      default: 4,
      help: 'Duplicate: another station has the address, so that it is not used.',
    }),
    dhcpLeaseServer: text({
      label: 'DHCP server',
      maxLength: 15,
      access: 'ro',
      help: 'Server that granted the lease.',
    }),
    dhcpLeaseTime: gauge({ label: 'Lease', unit: 's', access: 'ro', help: 'Time for which the lease was granted.' }),
    dhcpLeaseRemaining: gauge({
      label: 'Remaining',
      unit: 's',
      access: 'ro',
      help: 'Time until the lease ends unless it is renewed.',
    }),
    /** 1 requests the lease again, 2 releases it; only if the address comes from DHCP. */
    dhcpClientAction: enumeration({
      label: 'DHCP client',
      choices: { renew: [1, 'Renew'], release: [2, 'Release'] },
      access: 'action',
      help: 'Renew requests the lease again; Release gives the address back.',
    }),
  },
  rows: { max: INTERFACES, builtIn: (row) => row.ipIfVlanId === BUILT_IN_VLAN },
  rowName: (row) => say('interface {{name}}', { name: `vlan${row.ipIfVlanId}` }),
  factory: () => [
    {
      ipv4InterfaceIfIndex: VLAN_INTERFACE_BASE + BUILT_IN_VLAN,
      ipIfVlanId: BUILT_IN_VLAN,
      ipAddressAddr: '192.168.10.200',
      ipAddressMask: '255.255.255.0',
    },
  ],
  privateMib: {
    number: 17,
    columns: [
      'ifName retired',
      'ipIfVlanId',
      'ifOperStatus retired',
      'ifAlias retired',
      'ipAddrCfgMode',
      'ipAddressAddr',
      'ipAddressMask',
      'ipIfSecondaryCount',
      'ifPhysAddress retired',
      'dhcpOption12State',
      'dhcpOption12HostName',
      'dhcpRetryTimes',
      'ipAddressInUse',
      'ipAddressMaskInUse',
      'ipAddressOrigin retired',
      'ipAddressStatus retired',
      'dhcpLeaseServer',
      'dhcpLeaseTime',
      'dhcpLeaseRemaining',
      'dhcpClientAction',
      'RowStatus',
    ],
  },
});

/** RFC 4293 IpAddressOriginTC, as far as it occurs. */
export const AddressOrigin = ipv4InterfaceEntry.fields.ipAddressOrigin.values;

/** RFC 4293 IpAddressStatusTC, as far as it occurs. */
export const AddressStatus = ipv4InterfaceEntry.fields.ipAddressStatus.values;

/** Commands of `dhcpClientAction`. */
export const DhcpClientAction = ipv4InterfaceEntry.fields.dhcpClientAction.values;

/** Origin of an address (docs/specification/product.md 9, "manual 1, dynamic 2"). */
export const AddressMode = ipv4InterfaceEntry.fields.ipAddrCfgMode.values;

/** The primary address of each enabled interface, leases (by VLAN) before what is set. */
export function primaryAddresses(
  configuration: Configuration,
  leases: ReadonlyMap<number, { readonly address: string }>,
): readonly { readonly vlan: number; readonly address: string }[] {
  return configuration.rows(ipv4InterfaceEntry).flatMap((row) => {
    if (row.ipv4InterfaceEnableStatus !== Status.enabled) return [];
    const lease = row.ipAddrCfgMode === AddressMode.dynamic ? leases.get(row.ipIfVlanId) : undefined;
    const address = lease?.address ?? row.ipAddressAddr;
    return address === '' ? [] : [{ vlan: row.ipIfVlanId, address }];
  });
}
