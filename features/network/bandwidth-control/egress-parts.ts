import { portTable } from '../../../console/page/port-table.tsx';
import { rateCtrlEntry } from './objects.ts';

export default [
  portTable(rateCtrlEntry, {
    what: 'Egress rate limits of ports',
    columns: {
      rateCtrlEgressKbps: { right: true },
      rateCtrlIngressStatus: false,
      rateCtrlIngressRate: false,
      rateCtrlIngressKbps: false,
    },
  }),
];
