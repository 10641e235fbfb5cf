import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { ieee8021MstpEntry } from './mst-objects.ts';
import { dot1dStp } from './objects.ts';

export default [
  form(dot1dStp, {
    title: 'CIST (instance 0)',
    what: 'Bridge priority',
    fields: ['dot1dStpPriority'],
  }),
  list(ieee8021MstpEntry, {
    title: 'MST instances',
    filter: false,
    poll: 5000,
    empty: 'No instance is set: every VLAN is in the CIST.',
    modify: {
      title: ({ ieee8021MstpId }, t) => t('MST instance {{instance}}', { instance: ieee8021MstpId }),
      what: 'Modify MST instance',
      fields: ['ieee8021MstpBridgePriority'],
    },
    kept: false,
  }),
];
