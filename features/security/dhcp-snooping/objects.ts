import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, unsigned32 } from '../../../model/smi/syntax.ts';
import { TRUNKS } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Bindings at most, static ones among them (docs/specification/security.md 0.6). */
export const BINDINGS = 512;

/** The last VLAN that can be snooped (docs/specification/product.md 9, "VLAN settings index"). */
const LAST_VLAN = 4093;

/** The lease that never ends, in seconds (RFC 2132 9.2). */
export const FOR_EVER = 0xffff_ffff;

const settingsPage = '/Security/DHCPSnooping/Settings';
const bindingPage = '/Security/DHCPSnooping/Binding';

const drops = (label: string, help: string) => ({ ...counter64({ label, access: 'ro', help }), syntax: counter32 });

/** Whether and how DHCP is snooped (docs/specification/security.md, "DHCP Snooping > Settings"). */
export const dhcpSnoopingConfig = group('dhcpSnoopingConfig', {
  title: 'DHCP snooping',
  page: settingsPage,
  fields: {
    dhcpSnoopingStatus: status({
      label: 'DHCP Snooping',
      help: 'Accepts DHCP server replies only on trusted ports and records leases.',
    }),
    dhcpSnoopingPassOption82: status({
      label: 'Pass Through Option 82',
      help: 'Accepts messages from a relay agent on untrusted ports.',
    }),
    dhcpSnoopingVerifyMac: status({
      label: 'Verify MAC Address',
      default: 1,
      help: "Drops messages whose client address differs from the sender's.",
    }),
    dhcpSnoopingBackupDb: status({
      label: 'Backup Database',
      help: 'Writes learned bindings to flash and restores them at the next start.',
    }),
    dhcpSnoopingDbInterval: integer({
      label: 'Database Update Interval',
      unit: 's',
      min: 600,
      max: 86_400,
      default: 1200,
      help: 'They are also written when the configuration is saved.',
    }),
    dhcpSnoopingBindingCount: gauge({ label: 'Bindings', help: 'Learned and static bindings.' }),
    dhcpSnoopingDroppedServer: drops('Servers at untrusted ports', 'Server messages received on untrusted ports.'),
    dhcpSnoopingDroppedMac: drops('Sender spoofing', 'Messages whose client address is not that of their sender.'),
    dhcpSnoopingDroppedRelease: drops(
      'Forged releases',
      'Releases and declines of a binding received on another port.',
    ),
    dhcpSnoopingDroppedOption82: drops('Relayed messages', 'Messages of relay agents received on untrusted ports.'),
    dhcpSnoopingDroppedFull: drops('Binding table full', 'Leases that could not be recorded.'),
    dhcpSnoopingDroppedMalformed: drops('Malformed messages', 'Messages that are not valid DHCP.'),
    dhcpSnoopingDroppedRate: drops('Above the rate limit', 'Messages above the rate limit of their port.'),
    dhcpSnoopingClear: enumeration({
      label: 'Clear',
      access: 'action',
      choices: { counters: [1, 'Counters'], dynamic: [2, 'Dynamic bindings'], one: [3, 'One binding'] },
      help: 'Restarts the drop counters, or deletes learned bindings: all, or the one named by VLAN and MAC address.',
    }),
    /** Of `one`: the VLAN and the station of the learned binding to delete. */
    dhcpSnoopingClearVlan: vlanId({ label: 'VLAN ID', access: 'action', help: 'VLAN of the one binding to delete.' }),
    dhcpSnoopingClearMac: mac({
      label: 'MAC Address',
      access: 'action',
      addresses: 'unicast',
      help: 'Station of the one binding to delete.',
    }),
  },
  privateMib: {
    number: 135,
    columns: [
      'dhcpSnoopingStatus',
      'dhcpSnoopingPassOption82',
      'dhcpSnoopingVerifyMac',
      'dhcpSnoopingBackupDb',
      'dhcpSnoopingDbInterval',
      'dhcpSnoopingBindingCount',
      'dhcpSnoopingDroppedServer',
      'dhcpSnoopingDroppedMac',
      'dhcpSnoopingDroppedRelease',
      'dhcpSnoopingDroppedOption82',
      'dhcpSnoopingDroppedFull',
      'dhcpSnoopingDroppedMalformed',
      'dhcpSnoopingDroppedRate',
      'dhcpSnoopingClear',
      'dhcpSnoopingClearVlan',
      'dhcpSnoopingClearMac',
    ],
  },
});

/** Wire values of `dhcpSnoopingClear`. */
export const SnoopingClear = dhcpSnoopingConfig.fields.dhcpSnoopingClear.values;

/** VLANs in which DHCP is snooped (docs/specification/security.md, "DHCP Snooping > VLAN"). */
export const dhcpSnoopingVlanEntry = table('dhcpSnoopingVlanEntry', {
  title: 'Snooped VLAN',
  page: '/Security/DHCPSnooping/VLAN',
  index: { dhcpSnoopingVlanId: vlanId({ label: 'VLAN ID', access: 'create', max: LAST_VLAN }) },
  columns: {
    dhcpSnoopingVlanStatus: status({
      label: 'Status',
      default: 1,
      help: 'Snoops in this VLAN while DHCP snooping is enabled. The VLAN need not exist yet.',
    }),
  },
  rows: { max: LAST_VLAN },
  rowName: ({ dhcpSnoopingVlanId: vlan }) => say('DHCP snooping of VLAN {{vlan}}', { vlan }),
  privateMib: { number: 136, columns: ['dhcpSnoopingVlanId', 'dhcpSnoopingVlanStatus', 'RowStatus'] },
});

/** Which ports lead to servers (docs/specification/security.md, "DHCP Snooping > Interfaces"). */
export const dhcpSnoopingPortEntry = table('dhcpSnoopingPortEntry', {
  title: 'DHCP snooping of port',
  page: '/Security/DHCPSnooping/Interfaces',
  index: { dhcpSnoopingPort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dhcpSnoopingPortTrust: status({
      label: 'Trust',
      help: 'Trusted ports lead to DHCP servers. On untrusted ports, server messages are dropped and clients are bound to their addresses.',
    }),
    dhcpSnoopingPortRate: integer({
      label: 'Rate Limit',
      unit: 'pps',
      min: 0,
      max: 300,
      words: { 0: 'None' },
      help: 'Messages accepted per second; excess messages are dropped. 0: no separate limit for the port.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((dhcpSnoopingPort) => ({ dhcpSnoopingPort })),
  alikeInTrunk: { columns: ['dhcpSnoopingPortTrust', 'dhcpSnoopingPortRate'] },
  rowName: ({ dhcpSnoopingPort }) => say('DHCP snooping of port {{port}}', { port: dhcpSnoopingPort }),
  privateMib: { number: 137, columns: ['dhcpSnoopingPort', 'dhcpSnoopingPortTrust', 'dhcpSnoopingPortRate'] },
});

const bindingKey = (access: 'create' | 'ro') => ({
  bindingVlanId: vlanId({ label: 'VLAN ID', access }),
  bindingMac: mac({ label: 'MAC Address', access, addresses: 'unicast' }),
});

const lease = { label: 'Lease Time', unit: 's', words: { [FOR_EVER]: 'Infinite' } } as const;

/** Addresses that an administrator binds to stations and ports (docs/specification/security.md, "DHCP Snooping > Binding"). */
export const dhcpSnoopingStaticBindingEntry = table('dhcpSnoopingStaticBindingEntry', {
  title: 'Static binding',
  page: bindingPage,
  index: bindingKey('create'),
  columns: {
    bindingIp: ipv4({ label: 'IP Address', help: 'The only address with which ARP inspection accepts the station.' }),
    bindingPort: port({
      label: 'Port',
      maximum: PORT_LIST_MAXIMUM,
      trunks: TRUNKS,
      help: 'The only port or trunk at which ARP inspection accepts the station; a member of the VLAN.',
    }),
    bindingLease: {
      ...integer({
        ...lease,
        min: 10,
        max: FOR_EVER,
        default: FOR_EVER,
        help: 'Infinite: the binding is permanent. Others are deleted when they expire.',
      }),
      syntax: unsigned32,
    },
  },
  rows: { max: BINDINGS, ends: ({ bindingLease }) => bindingLease !== FOR_EVER },
  rowName: ({ bindingVlanId, bindingMac }) =>
    say('static binding of {{address}} in VLAN {{vlan}}', { address: bindingMac, vlan: bindingVlanId }),
  privateMib: {
    number: 138,
    columns: ['bindingVlanId', 'bindingMac', 'bindingIp', 'bindingPort', 'bindingLease', 'RowStatus'],
  },
});

/**
 * Addresses of stations, learned or bound by an administrator (docs/specification/security.md, "DHCP Snooping >
 * Binding").
 */
export const dhcpSnoopingBindingEntry = table('dhcpSnoopingBindingEntry', {
  title: 'Binding',
  help: 'Which station uses which IP address at which port, learned from DHCP or set.',
  page: bindingPage,
  index: bindingKey('ro'),
  columns: {
    bindingIp: ipv4({
      label: 'IP Address',
      access: 'ro',
      help: 'The only address with which ARP inspection accepts the station.',
    }),
    bindingPort: port({
      label: 'Port',
      access: 'ro',
      help: 'The only port or trunk at which ARP inspection accepts the station; a member of the VLAN.',
    }),
    bindingType: enumeration({
      label: 'Type',
      access: 'ro',
      choices: { static: [1, 'Static'], dynamic: [3, 'Dynamic'] },
    }),
    bindingLease: { ...gauge(lease), syntax: unsigned32 },
    bindingRemaining: { ...gauge({ label: 'Time Left', unit: 's', words: { [FOR_EVER]: '–' } }), syntax: unsigned32 },
  },
  rows: { max: BINDINGS },
  rowName: ({ bindingVlanId, bindingMac }) =>
    say('binding of {{address}} in VLAN {{vlan}}', { address: bindingMac, vlan: bindingVlanId }),
  privateMib: {
    number: 139,
    columns: [
      'bindingVlanId',
      'bindingMac',
      'bindingIp',
      'bindingPort',
      'bindingType',
      'bindingLease',
      'bindingRemaining',
    ],
  },
});

/** Wire values of `bindingType` (docs/specification/product.md 9, "Address type"). */
export const BindingType = dhcpSnoopingBindingEntry.fields.bindingType.values;
