import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, integer32 } from '../../../model/smi/syntax.ts';
import { interfaceName, TRUNKS } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import type { Value, Values } from '../../../model/wire/call.ts';

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
