import { portTable } from '../../../console/page/port-table.tsx';
import { lldpXdot1ConfigPortVlanEntry } from './tlv-objects.ts';

export default [portTable(lldpXdot1ConfigPortVlanEntry, { what: 'LLDP 802.1 TLVs of ports' })];
