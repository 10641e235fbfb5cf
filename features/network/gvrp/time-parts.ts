import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';

export default [
  offNotice(gvrpGlobal, 'dot1qGvrpStatus'),
  portTable(dot1dPortGarpEntry, { what: 'GARP timers of ports', defaults: true }),
];
