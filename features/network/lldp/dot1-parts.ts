import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { lldpConfiguration } from './objects.ts';
import { lldpXdot1ConfigPortVlanEntry } from './tlv-objects.ts';

export default [
  offNotice(lldpConfiguration, 'lldpStatus'),
  portTable(lldpXdot1ConfigPortVlanEntry, { what: 'LLDP 802.1 TLVs of ports' }),
];
