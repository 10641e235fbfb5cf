import { portTable } from '../../../console/page/port-table.tsx';
import { dot1dPortGarpEntry } from './objects.ts';

export default [portTable(dot1dPortGarpEntry, { what: 'GARP timers of ports', defaults: true })];
