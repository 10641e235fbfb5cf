import { integer } from '../../../model/schema/kinds/integer.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import { commonCounters, dataSource, owner, rowIndex, sizeCounters } from './fields.ts';

/**
 * Packets received at a port since its group was created or cleared (RFC 2819; docs/specification/system.md, "RMON >
 * Statistics").
 */
export const etherStatsEntry = table('etherStatsEntry', {
  title: 'RMON statistics group',
  help: 'Packets received at the port since the group was added or cleared, also by size in octets.',
  page: '/System/RMON/Statistics',
  oid: '1.3.6.1.2.1.16.1.1.1',
  mib: { entryStatus: 21 },
  index: { etherStatsIndex: rowIndex() },
  columns: {
    etherStatsDataSource: dataSource(2),
    etherStatsOwner: owner(20),
    ...prefixed('etherStats', commonCounters(3)),
    ...prefixed('etherStats', sizeCounters(14)),
    /** 1 restarts the group's counters. */
    etherStatsClear: integer({
      label: 'Clear',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Sets the counters of the group to zero.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ etherStatsIndex }) => say('statistics group {{index}}', { index: etherStatsIndex }),
  privateMib: { number: 119, columns: ['etherStatsClear'] },
});

/** Start of the names of a statistics group's counters. */
export const ETHER_STATS = '1.3.6.1.2.1.16.1.1.1.';
