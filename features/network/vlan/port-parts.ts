import { portTable } from '../../../console/page/port-table.tsx';
import { useFollowerRows } from '../../use-trunks.ts';
import { dot1qPortVlanEntry } from './objects.ts';

export default [
  portTable(dot1qPortVlanEntry, {
    what: 'VLAN settings of ports',
    useUnusable: useFollowerRows,
    // These are on the page of GVRP.
    columns: {
      dot1qPortGvrpStatus: false,
      dot1qPortRestrictedVlanRegistration: false,
      dot1qPortGvrpFailedRegistrations: false,
      dot1qPortGvrpLastPduOrigin: false,
    },
  }),
];
