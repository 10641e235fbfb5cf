import { portTable } from '../../../console/page/port-table.tsx';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rateCtrlEntry } from './objects.ts';

export default [
  portTable(rateCtrlEntry, {
    what: 'Egress rate limits of ports',
    columns: {
      rateCtrlEgressKbps: {
        right: true,
        // Values in force: a disabled limit limits nothing.
        draw: ({ values }) =>
          values.rateCtrlEgressStatus === Status.enabled ? String(values.rateCtrlEgressKbps) : '–',
      },
      rateCtrlIngressStatus: false,
      rateCtrlIngressRate: false,
      rateCtrlIngressKbps: false,
    },
  }),
];
