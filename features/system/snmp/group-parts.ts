import { list } from '../../../console/page/list.tsx';
import { offNotice } from '../../off-notice.tsx';
import { vacmAccessEntry } from './group-objects.ts';
import { snmpAgentCtrl } from './objects.ts';
import { ViewControl } from './row-choice.tsx';

const views = [
  { name: 'vacmAccessReadViewName', control: ViewControl },
  { name: 'vacmAccessWriteViewName', control: ViewControl },
  { name: 'vacmAccessNotifyViewName', control: ViewControl },
];

export default [
  offNotice(snmpAgentCtrl, 'snmpAgentState'),

  list(vacmAccessEntry, {
    title: 'Groups',
    filter: 'Group or view',
    columns: [
      'vacmGroupName',
      'vacmAccessSecurityModel',
      'vacmAccessSecurityLevel',
      { name: 'vacmAccessReadViewName', text: (row) => row.vacmAccessReadViewName || '–' },
      { name: 'vacmAccessWriteViewName', text: (row) => row.vacmAccessWriteViewName || '–' },
      { name: 'vacmAccessNotifyViewName', text: (row) => row.vacmAccessNotifyViewName || '–' },
    ],
    add: {
      title: 'New group',
      what: 'Add SNMP group',
      button: 'Add group',
      fields: [['vacmGroupName', 'vacmAccessSecurityModel', 'vacmAccessSecurityLevel'], views],
    },
    modify: {
      title: ({ vacmGroupName: name }, t) => t('Group {{name}}', { name }),
      what: 'Modify SNMP group',
      fields: views,
    },
  }),
];
