import { list } from '../../../console/page/list.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { lldpXMedLocMediaPolicyEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

export default [
  portTable(lldpXMedPortConfigEntry, {
    title: 'Ports',
    what: 'LLDP-MED of ports',
    columns: { lldpXMedPortConfigTLVsTxEnable: false },
  }),
  list(lldpXMedLocMediaPolicyEntry, {
    title: 'Network policies',
    kept: false,
    filter: false,
    empty: 'No application has a policy. A voice VLAN sets one on its ports.',
    columns: [
      'lldpLocPortNum',
      'lldpXMedLocMediaPolicyAppType',
      'lldpXMedLocMediaPolicyVlanID',
      'lldpXMedLocMediaPolicyTagged',
      'lldpXMedLocMediaPolicyPriority',
      'lldpXMedLocMediaPolicyDscp',
    ],
  }),
];
