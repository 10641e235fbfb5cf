import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Rows at most (docs/specification/system.md 0.7). */
export const ACCESS_ROWS = 16;

/** The services in the order of their bits, the lowest first. */
export const serviceNames = ['SNMP', 'Telnet', 'HTTP', 'HTTPS', 'SSH'] as const;

/** Whether the list is in force (docs/specification/system.md, "IP Access List"). */
export const ipAccessListCtrl = group('ipAccessListCtrl', {
  title: 'IP access list',
  page: '/System/IPAccessList',
  fields: {
    ipAccessListState: status({
      label: 'IP Access List',
      help: 'While it is enabled, only the addresses below may manage the switch. Ping and LLDP are not affected.',
    }),
    ipAccessClient: text({
      label: 'Your address',
      maxLength: 45,
      access: 'ro',
      help: 'Address from which this session comes; it has to stay permitted.',
    }),
  },
  privateMib: { number: 101, columns: ['ipAccessListState', 'ipAccessClient'] },
});

/** From where the switch may be managed, and by what (docs/specification/system.md, "IP Access List"). */
export const ipAccessListEntry = table('ipAccessListEntry', {
  title: 'Permitted address',
  page: '/System/IPAccessList',
  index: {
    ipAccessAddr: ipAddress({ label: 'IP address', access: 'create', addresses: 'any' }),
    ipAccessPrefixLength: integer({
      label: 'Prefix length',
      access: 'create',
      min: 1,
      max: 128,
      default: 32,
      help: 'IPv4: up to 32, for one host. IPv6: up to 128, for one host.',
    }),
  },
  columns: {
    ipAccessServices: {
      ...integer({
        label: 'Services',
        min: 0,
        max: 31,
        default: 31,
        help: 'Ways in which the address may manage the switch.',
      }),
      show: servicesInWords,
    },
    ipAccessPortList: portList({
      all: 'every',
      label: 'Ports',
      help: 'Ports on which it is accepted. None selected: all.',
    }),
    ipAccessHits: counter64({ label: 'Hits', access: 'ro', help: 'Connections that this entry permitted.' }),
  },
  rows: { max: ACCESS_ROWS },
  alikeInTrunk: { lists: ['ipAccessPortList'] },
  rowName: ({ ipAccessAddr, ipAccessPrefixLength }) =>
    say('permitted address {{address}}', { address: `${ipAccessAddr}/${ipAccessPrefixLength}` }),
  privateMib: {
    number: 102,
    columns: [
      'ipAccessAddr',
      'ipAccessPrefixLength',
      'ipAccessServices',
      'ipAccessHits',
      'RowStatus',
      'ipAccessPortList',
    ],
  },
});

function servicesInWords(bits: number): string {
  const named = serviceNames.filter((_, bit) => (bits & (1 << bit)) !== 0);
  if (named.length === serviceNames.length) return 'all';
  return named.length === 0 ? 'none' : named.join(', ');
}
