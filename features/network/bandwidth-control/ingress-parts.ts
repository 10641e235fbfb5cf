import { portTable } from '../../../console/page/port-table.tsx';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rateCtrlEntry } from './objects.ts';

export default [
  portTable(rateCtrlEntry, {
    what: 'Ingress rate limits of ports',
    columns: {
      rateCtrlIngressKbps: {
        right: true,
        // Values in force: a disabled limit limits nothing.
        draw: ({ values }) =>
          values.rateCtrlIngressStatus === Status.enabled ? String(values.rateCtrlIngressKbps) : '–',
      },
      rateCtrlEgressStatus: false,
      rateCtrlEgressRate: false,
      rateCtrlEgressKbps: false,
    },
  }),
];
