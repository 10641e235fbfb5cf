import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { lldpConfiguration, lldpPortConfigEntry } from './objects.ts';

export default [
  offNotice(lldpConfiguration, 'lldpStatus'),

  portTable(lldpPortConfigEntry, { what: 'LLDP basic TLVs of ports', columns: { lldpPortConfigTLVsTxEnable: false } }),
];
