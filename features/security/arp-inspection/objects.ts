import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { vlanList } from '../../../model/schema/kinds/vlan-list.ts';
import { group, oneForEach, table } from '../../../model/schema/object.ts';
import { counter32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { arpAclEntry } from './acl-objects.ts';

/** The last VLAN that can be inspected (docs/specification/product.md 9, "VLAN settings index"). */
const LAST_VLAN = 4093;

/** Entries of the log at most (docs/specification/product.md 9). */
const LOG_ENTRIES = 1024;

const settingsPage = '/Security/DynamicARPInspection/Settings';
const logPage = '/Security/DynamicARPInspection/Log';

const inspectedVlan = (access: 'create' | 'ro') => vlanId({ label: 'VLAN ID', access, max: LAST_VLAN });

/** Checks of every packet (docs/specification/security.md, "Dynamic ARP Inspection > Settings"). */
export const arpInspConfig = group('arpInspConfig', {
  title: 'ARP inspection',
  page: settingsPage,
  fields: {
    arpInspValSrcMac: status({
      label: 'Src-MAC',
      help: 'The source of the frame must be the station that the packet names as its sender.',
    }),
    arpInspValDstMac: status({
      label: 'Dst-MAC',
      help: 'The destination of a reply must be the station that it names as its target.',
    }),
    arpInspValIp: status({
      label: 'IP',
      help: 'Addresses must be those of hosts: not 0.0.0.0, not 255.255.255.255, not multicast.',
    }),
    arpInspClear: enumeration({
      label: 'Clear',
      access: 'action',
      choices: { statistics: [1, 'Statistics'], log: [2, 'Log'] },
      help: 'Restarts the counters of the VLANs below, or empties the log.',
    }),
    /** Of `statistics`: the VLANs whose counters restart; none for all. */
    arpInspClearVlans: vlanList({
      label: 'VLAN List',
      access: 'action',
      maximum: LAST_VLAN,
      help: 'VLANs whose counters restart; empty for all.',
    }),
  },
  privateMib: {
    number: 174,
    columns: ['arpInspValSrcMac', 'arpInspValDstMac', 'arpInspValIp', 'arpInspClear', 'arpInspClearVlans'],
  },
});

/** Wire values of `arpInspClear`. */
export const InspectionClear = arpInspConfig.fields.arpInspClear.values;

/** VLANs in which ARP is inspected (docs/specification/security.md, "Dynamic ARP Inspection > VLAN"). */
export const arpInspVlanEntry = table('arpInspVlanEntry', {
  title: 'Inspected VLAN',
  page: '/Security/DynamicARPInspection/VLAN',
  index: { arpInspVlanId: inspectedVlan('create') },
  columns: {
    arpInspVlanStatus: status({
      label: 'State',
      help: 'Drops ARP packets received on untrusted ports that neither an access list nor a binding permits.',
    }),
    arpInspVlanAcl: text({
      label: 'ARP Access List',
      access: 'ro',
      maxLength: 32,
      help: 'List that is asked before the bindings.',
    }),
  },
  rows: { max: LAST_VLAN },
  rowName: ({ arpInspVlanId: vlan }) => say('ARP inspection of VLAN {{vlan}}', { vlan }),
  privateMib: { number: 175, columns: ['arpInspVlanId', 'arpInspVlanStatus', 'arpInspVlanAcl', 'RowStatus'] },
});

/** Which list filters a VLAN (docs/specification/security.md, "Dynamic ARP Inspection > Settings"). */
export const arpInspFilterEntry = table('arpInspFilterEntry', {
  title: 'ARP filter of VLAN',
  page: settingsPage,
  index: { arpInspVlanId: inspectedVlan('create') },
  columns: {
    arpInspFilterAcl: text({
      label: 'ARP Access List Name',
      minLength: 1,
      maxLength: 32,
      references: { table: arpAclEntry },
      help: 'List that is asked before the bindings; a VLAN has at most one.',
    }),
    arpInspFilterStatic: truth({
      label: 'Static ACL',
      help: 'Yes: packets that the list does not match are denied, and bindings are not checked.',
    }),
  },
  rows: { max: LAST_VLAN },
  rowName: ({ arpInspVlanId: vlan }) => say('the ARP filter of VLAN {{vlan}}', { vlan }),
  privateMib: { number: 176, columns: ['arpInspVlanId', 'arpInspFilterAcl', 'arpInspFilterStatic', 'RowStatus'] },
});

const logging = (label: string, help: string) =>
  enumeration({
    label,
    help,
    choices: { deny: [1, 'Deny'], permit: [2, 'Permit'], all: [3, 'All'], none: [4, 'None'] },
  });

/** Which decisions enter the log (docs/specification/security.md, "Dynamic ARP Inspection > Logging Edit"). */
export const arpInspVlanLogEntry = table('arpInspVlanLogEntry', {
  title: 'Logging of ARP inspection in VLAN',
  page: '/Security/DynamicARPInspection/LoggingEdit',
  index: { arpInspVlanId: inspectedVlan('create') },
  columns: {
    arpInspAclLogging: logging('ACL Logging', 'Decisions of the ARP access list to log.'),
    arpInspDhcpLogging: logging('DHCP Logging', 'Decisions by bindings to log.'),
  },
  rows: { max: LAST_VLAN, of: oneForEach(arpInspVlanEntry, { arpInspVlanId: 'arpInspVlanId' }) },
  rowName: ({ arpInspVlanId: vlan }) => say('logging of ARP inspection in VLAN {{vlan}}', { vlan }),
  privateMib: { number: 177, columns: ['arpInspVlanId', 'arpInspAclLogging', 'arpInspDhcpLogging'] },
});

/** Wire values of `arpInspAclLogging` and `arpInspDhcpLogging`. */
export const LoggingChoice = arpInspVlanLogEntry.fields.arpInspAclLogging.values;

/** Which ports are not inspected, and how much the others may send (docs/specification/security.md, "Port Settings"). */
export const arpInspPortEntry = table('arpInspPortEntry', {
  title: 'ARP inspection of port',
  page: '/Security/DynamicARPInspection/PortSettings',
  index: { arpInspPort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    arpInspTrust: status({
      label: 'Trust State',
      help: 'Packets received on a trusted port are neither inspected nor limited.',
    }),
    arpInspRate: integer({
      label: 'Rate Limit',
      unit: 'pps',
      min: 1,
      max: 150,
      fixed: [0],
      default: 15,
      words: { 0: 'None' },
      help: 'Packets accepted per second; excess packets are dropped. 0: no separate limit for the port.',
    }),
    arpInspBurst: integer({
      label: 'Burst Interval',
      unit: 's',
      min: 1,
      max: 15,
      help: 'A port that exceeds its rate for this many seconds in a row is shut down until it is disabled and enabled. The port of a management session never is.',
    }),
    arpInspPortState: enumeration({
      label: 'State',
      access: 'ro',
      choices: { normal: [1, 'Normal'], errDisabled: [2, 'Err-disabled'] },
      help: 'Err-disabled: shut down because the rate limit was exceeded, until it is disabled and enabled.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((arpInspPort) => ({ arpInspPort })),
  alikeInTrunk: { columns: ['arpInspTrust', 'arpInspRate', 'arpInspBurst'] },
  rowName: ({ arpInspPort }) => say('ARP inspection of port {{port}}', { port: arpInspPort }),
  privateMib: {
    number: 178,
    columns: ['arpInspPort', 'arpInspTrust', 'arpInspRate', 'arpInspBurst', 'arpInspPortState'],
  },
});

/** Wire values of `arpInspPortState`. */
export const PortInspectionState = arpInspPortEntry.fields.arpInspPortState.values;

const packets = (label: string) => ({ ...counter64({ label, access: 'ro' }), syntax: counter32 });

/** Decisions in each VLAN (docs/specification/security.md, "Dynamic ARP Inspection > Statistics"). */
export const arpInspStatsEntry = table('arpInspStatsEntry', {
  title: 'ARP inspection statistics of VLAN',
  help: 'ARP packets that were inspected, by what decided on them.',
  page: '/Security/DynamicARPInspection/Statistics',
  index: { arpInspVlanId: { ...inspectedVlan('ro'), label: 'VLAN' } },
  columns: {
    arpInspForwarded: packets('Forwarded'),
    arpInspDropped: packets('Dropped'),
    arpInspDhcpDrops: packets('DHCP Drops'),
    arpInspDhcpPermits: packets('DHCP Permits'),
    arpInspAclDrops: packets('ACL Drops'),
    arpInspAclPermits: packets('ACL Permits'),
    arpInspSrcMacFailures: packets('Source MAC Validation Failures'),
    arpInspDstMacFailures: packets('Dest MAC Validation Failures'),
    arpInspIpFailures: packets('IP Validation Failures'),
  },
  rows: { max: LAST_VLAN },
  privateMib: {
    number: 179,
    columns: [
      'arpInspVlanId',
      'arpInspForwarded',
      'arpInspDropped',
      'arpInspDhcpDrops',
      'arpInspDhcpPermits',
      'arpInspAclDrops',
      'arpInspAclPermits',
      'arpInspSrcMacFailures',
      'arpInspDstMacFailures',
      'arpInspIpFailures',
    ],
  },
});

/** Size of the log of inspected packets, and interval of reports (docs/specification/security.md, "Log"). */
export const arpInspLogConfig = group('arpInspLogConfig', {
  title: 'ARP inspection log',
  page: logPage,
  fields: {
    arpInspLogBuffer: integer({
      label: 'Log Buffer',
      unit: 'entries',
      min: 1,
      max: LOG_ENTRIES,
      default: 32,
      help: 'A full log records nothing new. Making it smaller than its contents clears it.',
    }),
    arpInspLogInterval: integer({
      label: 'Log Interval',
      unit: 's',
      min: 1,
      max: 3600,
      default: 5,
      help: 'The first of equal packets is written to the system log; further ones at most once in this time.',
    }),
  },
  privateMib: { number: 180, columns: ['arpInspLogBuffer', 'arpInspLogInterval'] },
});

/** Packets that were logged (docs/specification/security.md, "Dynamic ARP Inspection > Log"). */
export const arpInspLogEntry = table('arpInspLogEntry', {
  title: 'Logged ARP packet',
  help: 'Inspected packets that were logged; equal ones are one entry.',
  page: logPage,
  index: { arpInspLogIndex: integer({ label: 'No.', access: 'ro', min: 1, max: 2_147_483_647 }) },
  columns: {
    arpInspLogPort: port({ label: 'Port', access: 'ro' }),
    arpInspLogVlan: vlanId({ label: 'VLAN', access: 'ro' }),
    arpInspLogSenderIp: ipv4({ label: 'Sender IP', access: 'ro', addresses: 'any' }),
    arpInspLogSenderMac: mac({ label: 'Sender MAC', access: 'ro' }),
    arpInspLogTargetIp: ipv4({ label: 'Target IP', access: 'ro', addresses: 'any' }),
    arpInspLogReason: enumeration({
      label: 'Reason',
      access: 'ro',
      choices: {
        list: [1, 'ACL'],
        binding: [2, 'DHCP'],
        sourceMac: [3, 'Src-MAC'],
        destinationMac: [4, 'Dst-MAC'],
        address: [5, 'IP'],
        rate: [6, 'Rate'],
      },
    }),
    arpInspLogAction: enumeration({
      label: 'Action',
      access: 'ro',
      choices: { permit: [1, 'Permit'], deny: [2, 'Deny'] },
    }),
    arpInspLogCount: packets('Occurrence'),
    arpInspLogTime: dateTime({ label: 'Time' }),
  },
  rows: { max: LOG_ENTRIES },
  privateMib: {
    number: 181,
    columns: [
      'arpInspLogIndex',
      'arpInspLogPort',
      'arpInspLogVlan',
      'arpInspLogSenderIp',
      'arpInspLogSenderMac',
      'arpInspLogTargetIp',
      'arpInspLogReason',
      'arpInspLogAction',
      'arpInspLogCount',
      'arpInspLogTime',
    ],
  },
});

/** Wire values of `arpInspLogReason`, by what decided, and of `arpInspLogAction`. */
export const LogReason = arpInspLogEntry.fields.arpInspLogReason.values;
export const LogAction = arpInspLogEntry.fields.arpInspLogAction.values;
