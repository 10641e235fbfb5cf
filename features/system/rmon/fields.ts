import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { counter32, type MibSyntax, objectIdentifier } from '../../../model/smi/syntax.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Start of the names of interfaces in a data source: ifIndex (RFC 2863). */
const IF_INDEX = '1.3.6.1.2.1.2.2.1.1.';

/** A port as the variable that names its interface, "ifIndex.3" (RFC 2819 etherStatsDataSource). */
const dataSourceSyntax: MibSyntax = {
  ...objectIdentifier,
  encode: (value) => `${IF_INDEX}${Number(value)}`,
  decode(value) {
    const arc = typeof value === 'string' && value.startsWith(IF_INDEX) ? value.slice(IF_INDEX.length) : '';
    return /^\d{1,5}$/.test(arc) ? Number(arc) : undefined;
  },
};

/** The port whose frames are counted. */
export const dataSource = (column: number) =>
  port({
    mib: { column, syntax: dataSourceSyntax, isFixedWhileValid: true },
    label: 'Port',
    access: 'create',
    maximum: PORT_LIST_MAXIMUM,
    help: 'Port whose received packets are counted.',
  });

/** The number of a row of one of the control tables. */
export const rowIndex = (access: 'create' | 'ro' = 'create') =>
  integer({ mib: { column: 1 }, label: 'Index', min: 1, max: 65_535, access });

/** Owner of a row, in his own words. */
export const owner = (column: number) =>
  text({ mib: { column }, label: 'Owner', maxLength: 32, help: 'Creator of the entry, for other managers.' });

const counter = (column: number, label: string) => counter64({ mib: { column, syntax: counter32 }, label });

/** The counters that statistics and their history have alike, from a first column on (RFC 2819). */
export const commonCounters = (first: number) =>
  ({
    DropEvents: counter(first, 'Drop events'),
    Octets: counter(first + 1, 'Octets'),
    Pkts: counter(first + 2, 'Packets'),
    BroadcastPkts: counter(first + 3, 'Broadcast'),
    MulticastPkts: counter(first + 4, 'Multicast'),
    CRCAlignErrors: counter(first + 5, 'CRC align'),
    UndersizePkts: counter(first + 6, 'Undersize'),
    OversizePkts: counter(first + 7, 'Oversize'),
    Fragments: counter(first + 8, 'Fragments'),
    Jabbers: counter(first + 9, 'Jabbers'),
    Collisions: counter(first + 10, 'Collisions'),
  }) as const;

/** How many packets were of which size, in octets with their check sequence. */
export const sizeCounters = (first: number) =>
  ({
    Pkts64Octets: counter(first, '64'),
    Pkts65to127Octets: counter(first + 1, '65-127'),
    Pkts128to255Octets: counter(first + 2, '128-255'),
    Pkts256to511Octets: counter(first + 3, '256-511'),
    Pkts512to1023Octets: counter(first + 4, '512-1023'),
    Pkts1024to1518Octets: counter(first + 5, '1024-1518'),
  }) as const;
