import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, integer32, unsigned32 } from '../../../model/smi/syntax.ts';
import { interfaceName, TRUNKS } from '../../../model/values/interface-index.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { firstPorts, formatPortList, PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { DEFAULT_VLAN, dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/** Capacity and number of VLANs (RFC 4363 dot1qBase). */
export const dot1qBase = group('dot1qBase', {
  title: 'VLANs of this switch',
  help: 'VLANs that exist and that fit on this switch.',
  page: '/Network/VLAN/Tagged',
  fields: {
    dot1qMaxVlanId: gauge({ mib: { column: 2 }, label: 'Largest VLAN ID', access: 'ro' }),
    dot1qMaxSupportedVlans: gauge({ mib: { column: 3, syntax: unsigned32 }, label: 'Maximum VLANs', access: 'ro' }),
    dot1qNumVlans: gauge({ mib: { column: 4, syntax: unsigned32 }, label: 'VLANs', access: 'ro' }),
  },
  oid: '1.3.6.1.2.1.17.7.1.1',
});

/** A port's PVID, as the user of a VLAN. */
export function pvidOf({ dot1dBasePort: port = 0 }: Values): Message {
  return say('the PVID of port {{port}}', { port });
}

/** How each port classifies and admits frames (docs/specification/network.md, "VLAN > Port"; RFC 4363). */
export const dot1qPortVlanEntry = table('dot1qPortVlanEntry', {
  title: 'VLAN settings of port',
  page: '/Network/VLAN/Port',
  index: { dot1dBasePort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot1qPvid: vlanId({
      mib: { column: 1 },
      label: 'PVID',
      default: DEFAULT_VLAN,
      help: 'VLAN of frames received untagged.',
      references: { table: dot1qVlanStaticEntry, by: pvidOf },
    }),
    dot1qPortAcceptableFrameTypes: enumeration({
      mib: { column: 2 },
      label: 'Acceptable Frame Type',
      choices: {
        all: [1, 'Admit all'],
        tagged: [2, 'Only VLAN tagged'],
        untaggedAndPriority: [3, 'Only untagged and priority tagged'],
      },
      help: 'Other frames are dropped on reception, except those of protocols such as spanning tree, LACP and LLDP.',
    }),
    dot1qPortIngressFiltering: status({
      mib: { column: 3 },
      label: 'Ingress Filtering',
      default: 1,
      help: 'Drops frames of VLANs that the port is not a member of.',
    }),
    dot1qPortGvrpStatus: status({
      mib: { column: 4 },
      label: 'Dynamic VLAN Status',
      help: 'Announces and learns VLANs by GVRP on the port.',
    }),
    dot1qPortRestrictedVlanRegistration: status({
      mib: { column: 7 },
      label: 'Restricted VLAN Registration',
      help: 'The port joins only VLANs that already exist.',
    }),
    dot1qPortGvrpFailedRegistrations: gauge({
      mib: { column: 5, syntax: counter32 },
      label: 'Failed Registrations',
      access: 'ro',
      help: 'VLANs that were announced to the port but not learned: too many, or registration is restricted.',
    }),
    dot1qPortGvrpLastPduOrigin: mac({
      mib: { column: 6 },
      label: 'Last PDU Origin',
      access: 'ro',
      default: '00-00-00-00-00-00',
      help: 'Station that sent the last GVRP frame to the port.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['dot1qPvid', 'dot1qPortAcceptableFrameTypes', 'dot1qPortIngressFiltering'] },
  factory: ({ ports }) => [...ports.keys()].map((dot1dBasePort) => ({ dot1dBasePort })),
  rowName: ({ dot1dBasePort }) => say('port {{port}}', { port: dot1dBasePort }),
  oid: '1.3.6.1.2.1.17.7.1.4.5.1',
});

/** Wire values of `dot1qPortAcceptableFrameTypes`. */
export const AcceptableFrameTypesValue = dot1qPortVlanEntry.fields.dot1qPortAcceptableFrameTypes.values;

/** How the VLANs share what they learn (docs/specification/network.md, "VLAN > Forwarding"). */
export const dot1qVlan = group('dot1qVlan', {
  title: 'VLAN forwarding',
  page: '/Network/VLAN/Forwarding',
  oid: '1.3.6.1.2.1.17.7.1.4',
  fields: {
    dot1qConstraintTypeDefault: enumeration({
      mib: { column: 10 },
      label: 'Forwarding Table Mode',
      help: 'Independent: one address table per VLAN. Shared: one for all.',
      choices: { independent: [1, 'Independent (IVL)'], shared: [2, 'Shared (SVL)'] },
    }),
    asymmetricVlanStatus: status({
      label: 'Asymmetric VLAN',
      help: 'Allows untagged membership in several VLANs, and a PVID of a VLAN without membership. Needs shared learning.',
    }),
  },
  privateMib: { number: 39, columns: ['asymmetricVlanStatus'] },
});

/** Wire values of `dot1qConstraintTypeDefault` (RFC 4363). */
export const LearningConstraint = dot1qVlan.fields.dot1qConstraintTypeDefault.values;

/** How long a learned address stays (RFC 4188 dot1dTp). */
export const dot1dTp = group('dot1dTp', {
  title: 'Address table',
  page: '/Network/VLAN/Forwarding',
  fields: {
    dot1dTpAgingTime: integer({
      mib: { column: 2 },
      label: 'MAC Aging Time',
      unit: 's',
      min: 10,
      max: 1_000_000,
      fixed: [0],
      default: 300,
      words: { 0: 'never' },
      help: '10 to 1000000 seconds, or 0 to keep addresses until they move.',
    }),
  },
  oid: '1.3.6.1.2.1.17.4',
});

/** Search conditions for addresses; 0 and "" match all. */
const addressFilters = {
  fdbFilterPort: port({
    label: 'Port',
    access: 'action',
    default: 0,
    maximum: PORT_LIST_MAXIMUM,
    trunks: TRUNKS,
    optional: true,
    help: 'Only addresses learned or set at this port or trunk; none for all.',
  }),
  fdbFilterVlan: vlanId({
    label: 'VLAN ID',
    access: 'action',
    default: 0,
    fixed: [0],
    help: 'Only addresses in this VLAN; 0 for all.',
  }),
  fdbFilterMac: text({
    label: 'MAC Address',
    access: 'action',
    maxLength: 17,
    characters: /[0-9a-fA-F:-]/,
    help: 'A complete address or its beginning.',
  }),
  fdbFilterType: enumeration({
    label: 'Type',
    access: 'action',
    choices: { all: [0, 'All'], static: [1, 'Static'], learning: [2, 'Learning'], dynamic: [3, 'Dynamic'] },
    help: 'Only addresses of this type; Learning means the same as Dynamic.',
  }),
};

/** The forwarding database, static and learned (docs/specification/network.md, "VLAN > Dynamic"; RFC 4363). */
export const dot1qTpFdbEntry = table('dot1qTpFdbEntry', {
  title: 'Address',
  help: 'Stations of the address table, learned from received frames or set.',
  page: '/Network/VLAN/Dynamic',
  index: {
    dot1qFdbId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    dot1qTpFdbAddress: mac({ label: 'MAC Address', access: 'ro' }),
  },
  columns: {
    dot1qTpFdbPort: port({
      mib: { column: 2, syntax: integer32 },
      label: 'Port',
      access: 'ro',
      default: 0,
      optional: true,
      name: (number) => (number === 0 ? 'CPU' : interfaceName(number)),
    }),
    dot1qTpFdbStatus: enumeration({
      mib: { column: 3 },
      label: 'Type',
      access: 'ro',
      choices: { learned: [3, 'Dynamic'], self: [4, 'Self'], mgmt: [5, 'Static'] },
    }),
    fdbHost: text({ label: 'Host', access: 'ro', maxLength: 64, characters: /[^\p{C}]/u }),
    fdbVendor: text({ label: 'Vendor', access: 'ro', maxLength: 64, characters: /[^\p{C}]/u }),
    fdbIpv4: text({ label: 'IPv4 address', access: 'ro', maxLength: 64 }),
  },
  rows: { max: 16_384 },
  filters: { fields: addressFilters, fits: fitsFilters },
  rowName: ({ dot1qFdbId, dot1qTpFdbAddress }) =>
    say('address {{address}} of VLAN {{vlan}}', { address: dot1qTpFdbAddress, vlan: dot1qFdbId }),
  oid: '1.3.6.1.2.1.17.7.1.2.2.1',
  privateMib: { number: 210, columns: ['fdbHost', 'fdbVendor', 'fdbIpv4'] },
});

/** Wire values of `dot1qTpFdbStatus` (RFC 4363). */
export const FdbStatus = dot1qTpFdbEntry.fields.dot1qTpFdbStatus.values;

/** Statuses that a type of the filter matches. Entries being learned by port security count as dynamic. */
const statusesOfType = new Map<Value, Value>([
  [addressFilters.fdbFilterType.values.static, FdbStatus.mgmt],
  [addressFilters.fdbFilterType.values.learning, FdbStatus.learned],
  [addressFilters.fdbFilterType.values.dynamic, FdbStatus.learned],
]);

function fitsFilters(row: Values, wanted: Values): boolean {
  const {
    fdbFilterPort: port = 0,
    fdbFilterVlan: vlan = 0,
    fdbFilterMac: start = '',
    fdbFilterType: type = 0,
  } = wanted;
  const status = statusesOfType.get(type);
  return (
    (port === 0 || row.dot1qTpFdbPort === port) &&
    (vlan === 0 || row.dot1qFdbId === vlan) &&
    (start === '' || macDigits(row.dot1qTpFdbAddress ?? '').startsWith(macDigits(start))) &&
    (status === undefined || row.dot1qTpFdbStatus === status)
  );
}

/** The hexadecimal digits of an address or of its beginning, without separators. */
export function macDigits(text: Value): string {
  return String(text).replaceAll(/[:-]/g, '').toUpperCase();
}

/** How full each forwarding database is (RFC 4363). */
export const dot1qFdbEntry = table('dot1qFdbEntry', {
  title: 'Address table of VLAN',
  page: '/Network/VLAN/Dynamic',
  index: { dot1qFdbId: vlanId({ label: 'VLAN ID', access: 'ro' }) },
  columns: {
    dot1qFdbDynamicCount: gauge({
      mib: { column: 2, syntax: counter32 },
      label: 'Dynamic addresses',
      access: 'ro',
      help: 'Number of learned addresses.',
    }),
  },
  rows: { max: 4094 },
  oid: '1.3.6.1.2.1.17.7.1.2.1.1',
});

/** Capacity for addresses; and clearing learned ones: those that match every given filter. */
export const fdbControl = group('fdbControl', {
  title: 'Address table',
  page: '/Network/VLAN/Dynamic',
  fields: {
    ...addressFilters,
    fdbClear: integer({
      label: 'Clear',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Removes learned addresses that match all conditions. Frames to them are flooded until they are learned again.',
    }),
    fdbMaximum: gauge({
      label: 'Capacity for addresses',
      access: 'ro',
      help: 'Addresses that the table can hold; further stations are flooded to.',
    }),
    fdbLearned: gauge({
      label: 'Addresses learned',
      access: 'ro',
      help: 'Number of addresses that were learned from received frames.',
    }),
    fdbStatic: gauge({ label: 'Static addresses', access: 'ro', help: 'Number of addresses that were set.' }),
  },
  privateMib: {
    number: 40,
    columns: [
      'fdbFilterPort',
      'fdbFilterVlan',
      'fdbFilterMac',
      'fdbFilterType',
      'fdbClear',
      'fdbMaximum',
      'fdbLearned',
      'fdbStatic',
    ],
  },
});

/** Wire values of `fdbFilterType` (docs/specification/product.md 9, "address table filter"). */
export const FdbFilterType = fdbControl.fields.fdbFilterType.values;

/** Which ports the frames that come in by a port may leave by (docs/specification/network.md, "VLAN > Private"). */
export const privateVlanPortEntry = table('privateVlanPortEntry', {
  title: 'Private VLAN',
  page: '/Network/VLAN/Private',
  index: {
    privateVlanSourcePort: integer({
      label: 'Source Port',
      access: 'create',
      min: 1,
      max: PORT_LIST_MAXIMUM,
      help: 'Port that receives the frames.',
    }),
  },
  columns: {
    privateVlanForwardPorts: portList({
      all: 'every',
      label: 'Forwarding Ports',
      help: 'Frames received on the source port leave only through these ports. The opposite direction is a setting of the other ports.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['privateVlanForwardPorts'], lists: ['privateVlanForwardPorts'] },
  factory: ({ ports, portCount }) => {
    const everyPort = formatPortList(firstPorts(portCount));
    return [...ports.keys()].map((privateVlanSourcePort) => ({
      privateVlanSourcePort,
      privateVlanForwardPorts: everyPort,
    }));
  },
  rowName: ({ privateVlanSourcePort }) => say('source port {{port}}', { port: privateVlanSourcePort }),
  privateMib: { number: 41, columns: ['privateVlanSourcePort', 'privateVlanForwardPorts'] },
});

/** Every VLAN in force, from any source (docs/specification/network.md, "VLAN > Current"; RFC 4363). */
export const dot1qVlanCurrentEntry = table('dot1qVlanCurrentEntry', {
  title: 'VLAN in force',
  help: 'VLANs in force from any source: static ones, GVRP, voice VLAN, authentication.',
  page: '/Network/VLAN/Current',
  index: { dot1qVlanIndex: vlanId({ label: 'VLAN ID', access: 'ro' }) },
  columns: {
    dot1qVlanStaticName: text({ label: 'Name', access: 'ro', maxLength: 32 }),
    dot1qVlanStatus: enumeration({
      mib: { column: 6 },
      label: 'Status',
      access: 'ro',
      default: 2,
      choices: { other: [1, 'Other'], permanent: [2, 'Permanent'], dynamicGvrp: [3, 'Dynamic (GVRP)'] },
    }),
    dot1qVlanCurrentEgressPorts: portList({ mib: { column: 4 }, label: 'Member Ports', access: 'ro' }),
    dot1qVlanCurrentUntaggedPorts: portList({ mib: { column: 5 }, label: 'Untagged Ports', access: 'ro' }),
    dot1qVlanFdbId: vlanId({
      mib: { column: 3 },
      label: 'FID',
      access: 'ro',
      help: 'Address table of the VLAN; the same for all VLANs with shared learning.',
    }),
    dot1qVlanCreationTime: ticks({
      mib: { column: 7 },
      label: 'Created',
      access: 'ro',
      help: 'Time since the start of the switch.',
    }),
  },
  rows: { max: 4094 },
  rowName: ({ dot1qVlanIndex }) => say('VLAN {{vlan}}', { vlan: dot1qVlanIndex }),
  oid: '1.3.6.1.2.1.17.7.1.4.2.1',
  // dot1qVlanTimeMark comes first; 0 requests rows of any time.
  mib: { index: [0, 'dot1qVlanIndex'] },
  privateMib: { number: 42, columns: ['dot1qVlanStaticName retired'] },
});

/** Values of `dot1qVlanStatus` (RFC 4363). */
export const VlanStatus = dot1qVlanCurrentEntry.fields.dot1qVlanStatus.values;
