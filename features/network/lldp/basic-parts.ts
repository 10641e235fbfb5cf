import { portTable } from '../../../console/page/port-table.tsx';
import { lldpPortConfigEntry } from './objects.ts';

export default [
  portTable(lldpPortConfigEntry, { what: 'LLDP basic TLVs of ports', columns: { lldpPortConfigTLVsTxEnable: false } }),
];
