import { portTable } from '../../../console/page/port-table.tsx';
import { useFollowerRows } from '../../use-trunks.ts';
import { QosOff } from '../QosOff.tsx';
import { dot1dPortPriorityEntry } from './objects.ts';

export default [
  QosOff,
  portTable(dot1dPortPriorityEntry, {
    what: 'Priorities of ports',
    useUnusable: useFollowerRows,
    columns: { trunkId: { draw: ({ values }) => String(values.trunkId || '–') } },
  }),
];
