import { portTable } from '../../../console/page/port-table.tsx';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { offNotice } from '../../off-notice.tsx';
import { lldpConfiguration } from './objects.ts';
import { lldpXdot3PortConfigEntry } from './tlv-objects.ts';

export default [
  offNotice(lldpConfiguration, 'lldpStatus'),

  portTable(lldpXdot3PortConfigEntry, {
    what: 'LLDP 802.3 TLVs of ports',
    columns: {
      lldpXdot3PortConfigTLVsTxEnable: false,
      lldpXdot3PowerCapable: false,
      lldpXdot3PowerTxEnable: {
        unusable: ({ values }) =>
          values.lldpXdot3PowerCapable === TruthValue.yes ? undefined : 'This port provides no power.',
      },
    },
  }),
];
