import type { Fields } from '../../../model/schema/field.ts';
import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, unsigned32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Columns of a port in both tables, beside its figures. */
const portColumns = {
  ifName: text({ label: 'Port', maxLength: 32, access: 'ro' }),
  /** sysUpTime at the last clearing; 0 where the counters go back to the start. */
  ifCounterDiscontinuityTime: ticks({ label: 'Counters since' }),
} satisfies Fields;

/**
 * Packets and octets of each port since start or the last clearing (RFC 2863 ifXEntry; docs/specification/system.md, "Statistics >
 * Traffic").
 */
export const ifXEntry = table('ifXEntry', {
  title: 'Traffic of port',
  help: 'Traffic of each port since the start or the last clearing; rates and loads are those of the last seconds.',
  page: '/System/Statistics/Traffic',
  oid: '1.3.6.1.2.1.31.1.1.1',
  index: { ifIndex: integer({ label: 'Port', min: 1, max: PORT_LIST_MAXIMUM, access: 'ro' }) },
  columns: {
    ...portColumns,
    ifHCInOctets: counter64({ mib: { column: 6 }, label: 'In octets' }),
    ifHCOutOctets: counter64({ mib: { column: 10 }, label: 'Out octets' }),
    ifHCInUcastPkts: counter64({ mib: { column: 7 }, label: 'In unicast' }),
    ifHCOutUcastPkts: counter64({ mib: { column: 11 }, label: 'Out unicast' }),
    ifHCInMulticastPkts: counter64({ mib: { column: 8 }, label: 'In multicast' }),
    ifHCOutMulticastPkts: counter64({ mib: { column: 12 }, label: 'Out multicast' }),
    ifHCInBroadcastPkts: counter64({ mib: { column: 9 }, label: 'In broadcast' }),
    ifHCOutBroadcastPkts: counter64({ mib: { column: 13 }, label: 'Out broadcast' }),
    ifInDiscards: counter64({ mib: { column: '1.3.6.1.2.1.2.2.1.13', syntax: counter32 }, label: 'In discards' }),
    ifOutDiscards: counter64({ mib: { column: '1.3.6.1.2.1.2.2.1.19', syntax: counter32 }, label: 'Out discards' }),
    ifHighSpeed: gauge({ mib: { column: 15, syntax: unsigned32 }, label: 'Speed', unit: 'Mbit/s' }),
    inRate: gauge({ label: 'In rate', unit: 'bit/s' }),
    outRate: gauge({ label: 'Out rate', unit: 'bit/s' }),
    inUtil: gauge({ label: 'In load', unit: '%', decimals: 1 }),
    outUtil: gauge({ label: 'Out load', unit: '%', decimals: 1 }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 31,
    columns: ['ifName retired', 'ifCounterDiscontinuityTime retired', 'inRate', 'outRate', 'inUtil', 'outUtil'],
  },
});

/** Receive and transmit errors of each port (RFC 3635, RFC 2819; docs/specification/system.md, "Statistics > Error"). */
export const dot3StatsEntry = table('dot3StatsEntry', {
  title: 'Errors of port',
  help: 'Damaged and unsent frames of each port since the start or the last clearing; collisions occur only with half duplex.',
  page: '/System/Statistics/Error',
  oid: '1.3.6.1.2.1.10.7.2.1',
  index: { dot3StatsIndex: integer({ label: 'Port', min: 1, max: PORT_LIST_MAXIMUM, access: 'ro' }) },
  columns: {
    ...portColumns,
    dot3StatsFCSErrors: counter64({ mib: { column: 3, syntax: counter32 }, label: 'CRC' }),
    dot3StatsAlignmentErrors: counter64({ mib: { column: 2, syntax: counter32 }, label: 'Alignment' }),
    etherStatsUndersizePkts: counter64({ label: 'Undersize' }),
    etherStatsOversizePkts: counter64({ label: 'Oversize' }),
    etherStatsFragments: counter64({ label: 'Fragments' }),
    etherStatsJabbers: counter64({ label: 'Jabbers' }),
    dot3StatsSymbolErrors: counter64({ mib: { column: 18, syntax: counter32 }, label: 'Symbol errors' }),
    dot3StatsInternalMacReceiveErrors: counter64({ mib: { column: 16, syntax: counter32 }, label: 'Internal MAC rx' }),
    dot3StatsInternalMacTransmitErrors: counter64({ mib: { column: 10, syntax: counter32 }, label: 'Internal MAC tx' }),
    dot3StatsSingleCollisionFrames: counter64({ mib: { column: 4, syntax: counter32 }, label: 'Single collisions' }),
    dot3StatsMultipleCollisionFrames: counter64({
      mib: { column: 5, syntax: counter32 },
      label: 'Multiple collisions',
    }),
    dot3StatsLateCollisions: counter64({ mib: { column: 8, syntax: counter32 }, label: 'Late collisions' }),
    dot3StatsExcessiveCollisions: counter64({ mib: { column: 9, syntax: counter32 }, label: 'Excessive collisions' }),
    dot3StatsDeferredTransmissions: counter64({ mib: { column: 7, syntax: counter32 }, label: 'Deferred' }),
    dot3StatsCarrierSenseErrors: counter64({ mib: { column: 11, syntax: counter32 }, label: 'Carrier' }),
    ifInErrors: counter64({ mib: { column: '1.3.6.1.2.1.2.2.1.14', syntax: counter32 }, label: 'In errors' }),
    ifOutErrors: counter64({ mib: { column: '1.3.6.1.2.1.2.2.1.20', syntax: counter32 }, label: 'Out errors' }),
    dot3StatsDuplexStatus: enumeration({
      mib: { column: 19 },
      label: 'Duplex',
      choices: { 1: 'Unknown', 2: 'Half', 3: 'Full' },
      access: 'ro',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ dot3StatsIndex }) => say('port {{port}}', { port: dot3StatsIndex }),
  privateMib: {
    number: 32,
    columns: [
      'ifName retired',
      'ifCounterDiscontinuityTime retired',
      'etherStatsUndersizePkts retired',
      'etherStatsOversizePkts retired',
      'etherStatsFragments retired',
      'etherStatsJabbers retired',
    ],
  },
});

/**
 * How fast the counters of each port grew in the last five minutes, for charts: a row for each counter that moved. Ask for one
 * port's rows with its `ifIndex`, or for one counter's with its name.
 */
export const portSampleEntry = table('portSampleEntry', {
  title: 'Samples of port',
  help: 'Growth of each counter per second in the last 5 minutes, oldest first.',
  page: '/System/Statistics/Traffic',
  index: {
    ifIndex: integer({ label: 'Port', min: 1, max: PORT_LIST_MAXIMUM, access: 'ro' }),
    /** The column of `ifXEntry` or `dot3StatsEntry` that the counter is. */
    portSampleFigure: text({ label: 'Figure', maxLength: 40, access: 'ro' }),
  },
  columns: {
    portSampleAge: gauge({ label: 'Age of the last sample', unit: 's', decimals: 1 }),
    /** Growth per second, oldest sample first, separated by commas; empty if the counter was reset. */
    portSampleGrowth: text({ label: 'Growth', maxLength: 1024, access: 'ro' }),
  },
  rows: { max: PORT_LIST_MAXIMUM * 32 },
  privateMib: { number: 117, columns: ['ifIndex retired', 'portSampleFigure', 'portSampleAge', 'portSampleGrowth'] },
});

/**
 * How fast the counters of each port grew in the last 24 hours, every five minutes, since the start of the switch: a row for each
 * counter that moved, as in `portSampleEntry`.
 */
export const portDayEntry = table('portDayEntry', {
  title: 'Day of port',
  help: 'Mean growth of each counter per second in the last 24 hours, oldest first.',
  page: '/System/Statistics/Traffic',
  index: {
    ifIndex: integer({ label: 'Port', min: 1, max: PORT_LIST_MAXIMUM, access: 'ro' }),
    /** The column of `ifXEntry` or `dot3StatsEntry` that the counter is. */
    portDayFigure: text({ label: 'Figure', maxLength: 40, access: 'ro' }),
  },
  columns: {
    portDayAge: gauge({ label: 'Age of the last sample', unit: 's', decimals: 1 }),
    /** Mean growth per second in each, oldest sample first, separated by commas; empty if the counter was reset. */
    portDayGrowth: text({ label: 'Growth', maxLength: 4096, access: 'ro' }),
  },
  rows: { max: PORT_LIST_MAXIMUM * 32 },
  privateMib: { number: 218, columns: ['ifIndex retired', 'portDayFigure', 'portDayAge', 'portDayGrowth'] },
});

/** Clears what the two tables show; the counters of management protocols go on. */
export const statisticsCtrl = group('statisticsCtrl', {
  title: 'Statistics',
  page: '/System/Statistics/Traffic',
  fields: {
    /** A port number, or 0 for every port. */
    statisticsClear: integer({
      label: 'Clear port',
      min: 0,
      max: PORT_LIST_MAXIMUM,
      words: { 0: 'all ports' },
      access: 'action',
      help: 'The counters of the port start from zero on both statistics pages; SNMP counters go on.',
    }),
  },
  privateMib: { number: 33, columns: ['statisticsClear'] },
});
