import { portTable } from '../../../console/page/port-table.tsx';
import { useFollowerRows } from '../../use-trunks.ts';
import { dhcpSnoopingPortEntry } from './objects.ts';

export default [
  portTable(dhcpSnoopingPortEntry, { what: 'DHCP snooping of ports', useUnusable: useFollowerRows, defaults: true }),
];
