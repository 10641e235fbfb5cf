import { accept, type Field, refuse } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, oneForEach, table } from '../../../model/schema/object.ts';
import { inetAddress } from '../../../model/smi/syntax.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { canonicalIp } from '../../../model/values/ip-prefix.ts';
import { say } from '../../../model/values/message.ts';
import { INTERFACES, interfaceIndex, ipv4InterfaceEntry, SECONDARY_ADDRESSES } from './objects.ts';

const agingPage = '/System/L3Feature/IPv4ARPAgingTime';
const tablePage = '/System/L3Feature/IPv4ARPTable';

/**
 * Maximum number of static entries of IPv4 and of IPv6, and of learned ones of both (docs/specification/system.md 0.7).
 */
const STATIC_ENTRIES = 64;
export const STATIC_IPV6_NEIGHBOURS = 32;
const LEARNT_ENTRIES = 1024 + 512;

/** Minutes at most. */
const LONGEST = 65_535;

/** Aging time of unconfirmed learned entries of the ARP table (docs/specification/system.md, "IPv4 ARP Aging Time"). */
export const ipArpCtrl = group('ipArpCtrl', {
  title: 'ARP aging',
  page: agingPage,
  fields: {
    ipArpAgingTime: integer({
      label: 'ARP aging time',
      unit: 'min',
      min: 1,
      max: LONGEST,
      default: 20,
      help: 'Time after which an unconfirmed learned entry expires. With more than 240 minutes, stale entries remain for hours.',
    }),
    ipArpDynamicCount: gauge({ label: 'Learned entries now', help: 'Number of entries that were learned by ARP.' }),
    ipArpClear: enumeration({
      label: 'Learned entries',
      choices: { clear: [1, 'Clear'] },
      access: 'action',
      help: 'Deletes the learned entries; they are resolved again when needed.',
    }),
  },
  privateMib: { number: 127, columns: ['ipArpAgingTime', 'ipArpDynamicCount', 'ipArpClear'] },
});

/** The same for one interface. */
export const ipArpIfEntry = table('ipArpIfEntry', {
  title: 'ARP aging of an interface',
  page: agingPage,
  index: { ifIndex: interfaceIndex('create') },
  columns: {
    ipArpIfAgingTime: integer({
      label: 'ARP aging time',
      unit: 'min',
      min: 1,
      max: LONGEST,
      fixed: [0],
      default: 0,
      words: { 0: 'as above' },
      help: '0 uses the time above.',
    }),
  },
  rows: {
    max: INTERFACES,
    of: oneForEach(ipv4InterfaceEntry, { ifIndex: 'ipv4InterfaceIfIndex' }),
  },
  rowName: (row) => say('ARP aging of {{name}}', { name: interfaceName(row.ifIndex) }),
  privateMib: { number: 128, columns: ['ifIndex retired', 'ipArpIfAgingTime'] },
});

/** Static entries of the ARP table (docs/specification/system.md, "IPv4 ARP Table"). */
export const ipArpStaticEntry = table('ipArpStaticEntry', {
  title: 'Static ARP entry',
  page: tablePage,
  index: {
    ipNetToPhysicalIfIndex: { ...interfaceIndex('create'), references: { table: ipv4InterfaceEntry } },
    ipNetToPhysicalNetAddress: ipv4({ label: 'IP address', access: 'create' }),
  },
  columns: {
    ipNetToPhysicalPhysAddress: mac({
      label: 'MAC address',
      addresses: 'unicast',
      help: 'The IP address is never resolved: packets to it always go to this station.',
    }),
  },
  rows: { max: STATIC_ENTRIES },
  rowName: (row) =>
    say('static ARP entry {{address}} of {{name}}', {
      address: row.ipNetToPhysicalNetAddress,
      name: interfaceName(row.ipNetToPhysicalIfIndex),
    }),
  privateMib: {
    number: 129,
    columns: [
      'ipNetToPhysicalIfIndex retired',
      'ipNetToPhysicalNetAddress retired',
      'ipNetToPhysicalPhysAddress',
      'RowStatus',
    ],
  },
});

const netAddress: Field<string, 'ro'> = {
  ...text({
    mib: { column: 3, isNotAccessible: true, syntax: inetAddress },
    label: 'IP address',
    maxLength: 39,
    access: 'ro',
  }),
  default: '0.0.0.0',
  read(input) {
    const address = canonicalIp(String(input));
    return address === undefined ? refuse(say('Invalid IPv4 address.')) : accept(address);
  },
};

/** Neighbors at the switch's links by address, of both families (RFC 4293); the switch itself among them. */
export const ipNetToPhysicalEntry = table('ipNetToPhysicalEntry', {
  title: 'Neighbor',
  help: 'MAC addresses of the neighbors of the switch, learned by ARP or NDP, or set.',
  page: tablePage,
  oid: '1.3.6.1.2.1.4.35.1',
  index: {
    ipNetToPhysicalIfIndex: { ...interfaceIndex('ro'), mib: { column: 1, isNotAccessible: true } },
    ipNetToPhysicalNetAddressType: enumeration({
      mib: { column: 2, isNotAccessible: true },
      label: 'Address type',
      choices: { 1: 'IPv4', 2: 'IPv6' },
      access: 'ro',
    }),
    ipNetToPhysicalNetAddress: netAddress,
  },
  columns: {
    ipNetToPhysicalPhysAddress: mac({
      mib: { column: 4 },
      label: 'MAC address',
      access: 'ro',
      help: 'The IP address is never resolved: packets to it always go to this station.',
    }),
    ipNetToPhysicalType: enumeration({
      // The console's numbers are those of docs/specification/product.md 9; the standard has static 4.
      mib: { column: 6, values: { 1: 4, 3: 3, 5: 5 } },
      label: 'Type',
      choices: { static: [1, 'Static'], dynamic: [3, 'Dynamic'], local: [5, 'Local'] },
      access: 'ro',
    }),
    ipNetToPhysicalState: enumeration({
      mib: { column: 7 },
      label: 'State',
      choices: {
        reachable: [1, 'Reachable'],
        stale: [2, 'Stale'],
        delay: [3, 'Delay'],
        probe: [4, 'Probe'],
        unknown: [6, 'Unknown'],
        incomplete: [7, 'Incomplete'],
      },
      access: 'ro',
    }),
    ipNetToPhysicalRowStatus: enumeration({
      mib: { column: 8 },
      label: 'Row status',
      choices: { 1: 'Active' },
      access: 'ro',
    }),
    /** 0 where it is not known. */
    arpPort: gauge({ label: 'Port', words: { 0: '' } }),
    arpAge: gauge({ label: 'Age', unit: 's' }),
    arpHost: text({ label: 'Host', access: 'ro', maxLength: 64, characters: /[^\p{C}]/u }),
  },
  rows: { max: 4 * INTERFACES * (1 + SECONDARY_ADDRESSES) + LEARNT_ENTRIES + STATIC_ENTRIES + STATIC_IPV6_NEIGHBOURS },
  privateMib: { number: 130, columns: ['arpPort', 'arpAge', 'arpHost'] },
});

/** Values of `ipNetToPhysicalType`. */
export const NeighbourType = ipNetToPhysicalEntry.fields.ipNetToPhysicalType.values;

/** Values of `ipNetToPhysicalState`. */
export const NeighbourState = ipNetToPhysicalEntry.fields.ipNetToPhysicalState.values;
