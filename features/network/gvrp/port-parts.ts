import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { useFollowerRows } from '../../use-trunks.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { gvrpGlobal } from './objects.ts';

export default [
  offNotice(gvrpGlobal, 'dot1qGvrpStatus'),

  portTable(dot1qPortVlanEntry, {
    what: 'GVRP of ports',
    poll: 5000,
    useUnusable: useFollowerRows,
    // These are on the page VLAN > Port.
    columns: {
      dot1qPvid: false,
      dot1qPortAcceptableFrameTypes: false,
      dot1qPortIngressFiltering: false,
      dot1qPortGvrpFailedRegistrations: { right: true },
      dot1qPortGvrpLastPduOrigin: {
        draw: ({ values }) => {
          const { dot1qPortGvrpLastPduOrigin: origin = NOBODY } = values;
          return origin === NOBODY ? '–' : origin;
        },
      },
    },
  }),
];

/** The zero address: no PDU was received yet. */
const NOBODY = '00-00-00-00-00-00';
