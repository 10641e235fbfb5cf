import { portTable } from '../../../console/page/port-table.tsx';
import { rateCtrlEntry } from './objects.ts';

export default [
  portTable(rateCtrlEntry, {
    what: 'Ingress rate limits of ports',
    columns: {
      rateCtrlIngressKbps: { right: true },
      rateCtrlEgressStatus: false,
      rateCtrlEgressRate: false,
      rateCtrlEgressKbps: false,
    },
  }),
];
