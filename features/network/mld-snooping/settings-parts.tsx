import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { clearGroups } from '../snooping-clear-groups.tsx';
import { timerAdvice } from '../snooping-timer-advice.tsx';
import { mldsCtrl, mldsVlanFilterEntry, mldsVlanMulticastGroupEntry } from './objects.ts';

const advice = timerAdvice({
  robustness: 'mldsRobustnessValue',
  interval: 'mldsQueryInterval',
  response: 'mldsQueryMaxResponseTime',
  host: 'mldsHostPortPurgeInterval',
  router: 'mldsRouterPortPurgeInterval',
});

export default [
  form(mldsCtrl, {
    title: 'Snooping',
    what: 'MLD snooping',
    fields: [
      ['mldsStatus', 'mldsQuerierStatus', 'mldsQuerierVersion', 'mldsFastDone'],
      ['mldsQueryInterval', 'mldsQueryMaxResponseTime', 'mldsRobustnessValue', 'mldsGrpQueryInterval'],
      ['mldsHostPortPurgeInterval', 'mldsRouterPortPurgeInterval'],
      advice,
    ],
  }),
  list(mldsVlanFilterEntry, {
    title: 'VLANs',
    filter: 'Filter by id',
    kept: false,
    poll: 5000,
    fields: ['mldsVlanFilterStatus'],
    modify: {
      title: ({ mldsVlanFilterVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'MLD snooping of a VLAN',
    },
  }),
  list(mldsVlanMulticastGroupEntry, {
    title: 'Groups',
    filter: 'VLAN, address or port',
    empty: 'No groups.',
    kept: false,
    poll: 5000,
  }),
  clearGroups(mldsCtrl, 'mldsClearGroups'),
];
