import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { useFollowerRows } from '../../use-trunks.ts';
import { dhcpSnoopingConfig, dhcpSnoopingPortEntry } from './objects.ts';

export default [
  offNotice(dhcpSnoopingConfig, 'dhcpSnoopingStatus'),

  portTable(dhcpSnoopingPortEntry, { what: 'DHCP snooping of ports', useUnusable: useFollowerRows, defaults: true }),
];
