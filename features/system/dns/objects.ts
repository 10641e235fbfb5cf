import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { dnsName } from './name-fields.ts';

/** How the switch resolves the names that it uses itself: time and log servers (docs/specification/system.md, "DNS"). */
export const dnsResolverCtrl = group('dnsResolverCtrl', {
  title: 'DNS',
  page: '/System/DNS',
  fields: {
    dnsResolverState: status({
      label: 'DNS',
      default: 1,
      help: 'Resolves names for the switch itself, such as time servers. Disabled: only addresses and static hosts work.',
    }),
    dnsOrigin: enumeration({
      label: 'Servers from',
      choices: { manual: [1, 'Manual'], dynamic: [2, 'DHCP'] },
      help: 'DHCP uses the servers of the leases instead of those below.',
    }),
    dnsDomainName: dnsName({
      label: 'Domain',
      help: 'Appended to names without a dot.',
    }),
    dnsTimeout: integer({
      label: 'Time-out',
      unit: 's',
      min: 1,
      max: 60,
      default: 3,
      help: 'Time to wait for a server before the next one is asked.',
    }),
    dnsServerInUse: text({
      label: 'Servers in use',
      maxLength: 255,
      access: 'ro',
      help: 'Servers that are asked now, those of leases among them.',
    }),
    /** Resolves the name and keeps what came of it in the columns below. */
    dnsTestName: host({ label: 'Test name', access: 'action', help: 'Name to resolve now, to see whether DNS works.' }),
    /** Asked in the place of the servers in use. */
    dnsTestServer: ipAddress({
      label: 'Server for the test',
      access: 'action',
      optional: true,
      help: 'Asked instead of the servers in use; need not be configured.',
    }),
    dnsTestStatus: enumeration({
      label: 'Test',
      choices: { none: [0, 'Not tested'], running: [1, 'Asking'], found: [2, 'Found'], failed: [3, 'Failed'] },
      access: 'ro',
      help: 'State of the test.',
    }),
    dnsTestedName: text({ label: 'Tested name', maxLength: 253, access: 'ro', help: 'Name that was tested last.' }),
    /** The addresses found, separated by commas, or why there are none. */
    dnsTestResult: text({
      label: 'Result',
      maxLength: 1024,
      access: 'ro',
      help: 'Addresses of the name, or why there are none.',
    }),
  },
  privateMib: {
    number: 21,
    columns: [
      'dnsResolverState',
      'dnsOrigin',
      'dnsDomainName',
      'dnsTimeout',
      'dnsServerInUse',
      'dnsTestName',
      'dnsTestStatus',
      'dnsTestedName',
      'dnsTestResult',
      'dnsTestServer',
    ],
  },
});

/** Result of the last test of a name. */
export const DnsTestStatus = dnsResolverCtrl.fields.dnsTestStatus.values;

/** Source of the servers (docs/specification/product.md 9, "manual 1, dynamic 2"). */
export const DnsOrigin = dnsResolverCtrl.fields.dnsOrigin.values;

/** The servers' places, from No. 1. */
export const serverLabels = ['Primary (IPv4)', 'Secondary (IPv4)', 'Primary (IPv6)', 'Secondary (IPv6)'] as const;

/** Static hosts at most. */
export const STATIC_HOSTS = 16;

/** The servers asked, 1 and 2 by IPv4, 3 and 4 by IPv6; the order is their rank. */
export const dnsServerEntry = table('dnsServerEntry', {
  title: 'DNS server',
  page: '/System/DNS',
  index: { dnsServerIndex: integer({ label: 'No.', min: 1, max: 4, access: 'create' }) },
  columns: {
    dnsServerAddr: ipAddress({
      label: 'Address',
      optional: true,
      help: 'Servers are asked in this order; empty for none.',
    }),
  },
  rows: { max: 4, fixed: true },
  rowName: (row) => say('DNS server {{name}}', { name: serverLabels[row.dnsServerIndex - 1] ?? row.dnsServerIndex }),
  factory: () => [1, 2, 3, 4].map((dnsServerIndex) => ({ dnsServerIndex })),
  privateMib: { number: 22, columns: ['dnsServerIndex', 'dnsServerAddr'] },
});

/** Names that the switch knows without asking (docs/specification/system.md, "DNS"). */
export const dnsHostEntry = table('dnsHostEntry', {
  title: 'Static host',
  page: '/System/DNS',
  index: { dnsHostName: dnsName({ label: 'Host name', access: 'create', required: true }) },
  columns: {
    dnsHostAddr: ipAddress({
      label: 'Address',
      access: 'create',
      help: 'Answer for this name, without asking a server.',
    }),
  },
  rows: { max: STATIC_HOSTS },
  rowName: (row) => say('static host {{name}}', { name: row.dnsHostName }),
  privateMib: { number: 23, columns: ['dnsHostName', 'dnsHostAddr', 'RowStatus'] },
});
