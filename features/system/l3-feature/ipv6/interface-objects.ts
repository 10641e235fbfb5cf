import { enumeration, status } from '../../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../../model/schema/kinds/integer.ts';
import { mac } from '../../../../model/schema/kinds/mac.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../../model/schema/object.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { say } from '../../../../model/values/message.ts';
import { INTERFACES, interfaceIndex } from '../objects.ts';
import { stationAddress } from './interface-address.ts';

/** The page of what is set of IPv6. */
export const PAGE = '/System/L3Feature/IPv6Interface';

/**
 * The VLAN interfaces that have an IPv6 stack, with what is set of each (RFC 4293 ipv6InterfaceEntry; docs/specification/system.md,
 * "IPv6 Interface" IPv6 Interface Configuration).
 */
export const ipv6InterfaceEntry = table('ipv6InterfaceEntry', {
  title: 'IPv6 interface',
  page: PAGE,
  oid: '1.3.6.1.2.1.4.30.1',
  index: { ipv6InterfaceIfIndex: interfaceIndex('create') },
  columns: {
    ifName: text({ label: 'Interface', maxLength: 15, access: 'ro' }),
    ipIfVlanId: vlanId({
      label: 'VLAN ID',
      access: 'create',
      references: {
        // By its name: the dashboard shows interfaces, and is not to fetch what else is declared of VLANs.
        table: { shape: 'table', name: 'dot1qVlanStaticEntry' },
        by: ({ ipIfVlanId: vlan = 0 }) => say('IPv6 interface {{name}}', { name: `vlan${vlan}` }),
      },
      help: 'An existing VLAN; the interface is reached through its member ports.',
    }),
    ipv6InterfaceEnableStatus: enumeration({
      mib: { column: 5 },
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
    ipv6AutoLinkLocal: status({
      label: 'Automatic link-local address',
      default: 1,
      help: 'The interface generates it from its MAC address.',
    }),
    linkLocalAddress: stationAddress({
      label: 'Link-local address',
      optional: true,
      linkLocal: true,
      help: 'Used while the automatic one is disabled; begins with FE80.',
    }),
    ipv6AcceptRa: status({
      label: 'Addresses from routers (SLAAC)',
      default: 2,
      help: 'The interface generates an address from each advertised prefix of the link, and uses its router for other networks.',
    }),
    dhcpv6State: status({
      label: 'DHCPv6 client',
      default: 2,
      help: 'A DHCPv6 server assigns the addresses of the interface; the router is learned from router advertisements.',
    }),
    dhcpv6RapidCommit: status({
      label: 'Rapid commit',
      default: 2,
      help: 'Two messages instead of four. With several servers on the link, each reserves an address for the switch.',
    }),
    ipv6NsRetransmitTime: integer({
      label: 'NS retransmit time',
      unit: 's',
      min: 1,
      max: 3600,
      default: 1,
      help: 'Time after which a request to a neighbor is repeated.',
    }),
    /** The link-local address that the interface answers to now; empty for none. */
    linkLocalInUse: text({
      label: 'Link-local address in use',
      maxLength: 39,
      access: 'ro',
      help: 'Link-local address at which the switch answers now.',
    }),
    /** The others, "2001:db8::1/64, …". */
    globalAddresses: text({
      label: 'Global addresses',
      maxLength: 400,
      access: 'ro',
      help: 'Other addresses at which the switch answers now.',
    }),
    ifPhysAddress: mac({ label: 'MAC address', access: 'ro' }),
    /** By which DHCPv6 servers know the switch, "00:03:00:01:…". */
    dhcpv6Identifier: text({
      label: 'DHCPv6 identifier (DUID)',
      maxLength: 389,
      access: 'ro',
      help: 'By which DHCPv6 servers know the switch.',
    }),
    /** The server of the lease, likewise; empty for none. */
    dhcpv6LeaseServer: text({
      label: 'DHCPv6 server (DUID)',
      maxLength: 389,
      access: 'ro',
      help: 'Server that granted the lease.',
    }),
    /** Until the first address of the lease ends, 4294967295 for never. */
    dhcpv6LeaseRemaining: gauge({
      label: 'Lease remaining',
      unit: 's',
      access: 'ro',
      help: 'Time until the first address of the lease ends unless it is renewed.',
    }),
    /** 1 requests the lease again; only if the DHCPv6 client is enabled. */
    dhcpv6ClientAction: enumeration({
      label: 'DHCPv6 client',
      choices: { renew: [1, 'Renew'] },
      access: 'action',
      help: 'Requests the lease again.',
    }),
  },
  rows: { max: INTERFACES },
  rowName: (row) => say('IPv6 interface {{name}}', { name: interfaceName(row.ipv6InterfaceIfIndex) }),
  privateMib: {
    number: 108,
    columns: [
      'ifName retired',
      'ipIfVlanId',
      'ifOperStatus retired',
      'ipv6AutoLinkLocal',
      'linkLocalAddress',
      'ipv6AcceptRa',
      'linkLocalInUse',
      'globalAddresses',
      'ifPhysAddress retired',
      'RowStatus',
      'dhcpv6State',
      'dhcpv6RapidCommit',
      'dhcpv6Identifier',
      'dhcpv6LeaseServer',
      'dhcpv6LeaseRemaining',
      'dhcpv6ClientAction',
      'ipv6NsRetransmitTime',
    ],
  },
});

/** Commands of `dhcpv6ClientAction`. */
export const Dhcpv6ClientAction = ipv6InterfaceEntry.fields.dhcpv6ClientAction.values;
