import { portTable } from '../../../console/page/port-table.tsx';
import { dot1qPortVlanEntry } from './objects.ts';

export default [portTable(dot1qPortVlanEntry, { what: 'VLAN settings of ports' })];
