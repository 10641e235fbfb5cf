import { list } from '../../../console/page/list.tsx';
import { offNotice } from '../../off-notice.tsx';
import { snmpAgentCtrl } from './objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

export default [
  offNotice(snmpAgentCtrl, 'snmpAgentState'),

  list(vacmViewTreeFamilyEntry, {
    title: 'Views',
    filter: 'View or OID',
    columns: [
      'vacmViewTreeFamilyViewName',
      'vacmViewTreeFamilySubtree',
      { name: 'vacmViewTreeFamilyMask', text: (row) => row.vacmViewTreeFamilyMask || '–' },
      'vacmViewTreeFamilyType',
    ],
    add: { title: 'New view', what: 'Add SNMP view', button: 'Add view' },
    modify: {
      title: ({ vacmViewTreeFamilyViewName: name, vacmViewTreeFamilySubtree: subtree }, t) =>
        t('View {{name}}, {{subtree}}', { name, subtree }),
      what: 'Modify SNMP view',
      fields: ['vacmViewTreeFamilyMask', 'vacmViewTreeFamilyType'],
    },
    deleteAll: true,
  }),
];
