import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { table } from '../../../model/schema/object.ts';
import { integer32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import { commonCounters, dataSource, owner, rowIndex } from './fields.ts';

/** Histories at most, and buckets of each (docs/specification/system.md 0.7). */
export const HISTORIES = 64;
export const BUCKETS = 50;

/** Which ports are sampled how often (RFC 2819; docs/specification/system.md, "RMON > History"). */
export const historyControlEntry = table('historyControlEntry', {
  title: 'RMON history',
  page: '/System/RMON/History',
  oid: '1.3.6.1.2.1.16.2.1.1',
  mib: { entryStatus: 7 },
  index: { historyControlIndex: rowIndex() },
  columns: {
    historyControlDataSource: dataSource(2),
    historyControlBucketsRequested: integer({
      mib: { column: 3, isFixedWhileValid: true },
      label: 'Buckets requested',
      min: 1,
      max: BUCKETS,
      default: BUCKETS,
      help: 'Number of samples to keep; a new one replaces the oldest.',
    }),
    historyControlBucketsGranted: gauge({
      mib: { column: 4 },
      label: 'Buckets granted',
      help: 'Number of samples that are kept.',
    }),
    historyControlInterval: integer({
      mib: { column: 5, isFixedWhileValid: true },
      label: 'Interval',
      unit: 's',
      min: 1,
      max: 3600,
      default: 1800,
      help: 'Time that one sample covers. A change deletes the samples.',
    }),
    historyControlOwner: owner(6),
  },
  rows: { max: HISTORIES },
  rowName: ({ historyControlIndex }) => say('history {{index}}', { index: historyControlIndex }),
});

/** Samples, oldest first; ask for one history's samples with its `etherHistoryIndex`. */
export const etherHistoryEntry = table('etherHistoryEntry', {
  title: 'RMON sample',
  help: 'Packets received at the port during one interval.',
  page: '/System/RMON/History',
  oid: '1.3.6.1.2.1.16.2.2.1',
  index: {
    etherHistoryIndex: rowIndex('ro'),
    etherHistorySampleIndex: integer({
      mib: { column: 2 },
      label: 'Sample',
      min: 1,
      max: 2_147_483_647,
      access: 'ro',
    }),
  },
  columns: {
    etherHistoryIntervalStart: ticks({ mib: { column: 3 }, label: 'Sample start' }),
    ...prefixed('etherHistory', commonCounters(4)),
    etherHistoryUtilization: gauge({
      mib: { column: 15, syntax: integer32 },
      label: 'Utilization',
      unit: '%',
      scale: 100,
      decimals: 2,
    }),
  },
  rows: { max: HISTORIES * BUCKETS },
});
