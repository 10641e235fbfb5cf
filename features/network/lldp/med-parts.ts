import { list } from '../../../console/page/list.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { offNotice } from '../../off-notice.tsx';
import { lldpConfiguration } from './objects.ts';
import { lldpXMedLocMediaPolicyEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

export default [
  offNotice(lldpConfiguration, 'lldpStatus'),

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
