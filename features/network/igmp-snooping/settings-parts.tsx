import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { clearGroups } from '../snooping-clear-groups.tsx';
import { timerAdvice } from '../snooping-timer-advice.tsx';
import { igsCtrl, igsVlanFilterEntry, igsVlanMulticastGroupEntry } from './objects.ts';

const advice = timerAdvice({
  robustness: 'igsRobustnessValue',
  interval: 'igsQueryInterval',
  response: 'igsQueryMaxResponseTime',
  host: 'igsHostPortPurgeInterval',
  router: 'igsRouterPortPurgeInterval',
});

export default [
  form(igsCtrl, {
    title: 'Snooping',
    what: 'IGMP snooping',
    fields: [
      ['igsStatus', 'igsQuerierStatus', 'igsQuerierVersion', 'igsFastLeave'],
      ['igsQueryInterval', 'igsQueryMaxResponseTime', 'igsRobustnessValue', 'igsGrpQueryInterval'],
      ['igsHostPortPurgeInterval', 'igsRouterPortPurgeInterval'],
      advice,
    ],
  }),
  list(igsVlanFilterEntry, {
    title: 'VLANs',
    filter: 'Filter by id',
    kept: false,
    poll: 5000,
    fields: ['igsVlanFilterStatus'],
    modify: {
      title: ({ igsVlanFilterVlanId: vlan }, t) => t('VLAN {{vlan}}', { vlan }),
      what: 'IGMP snooping of a VLAN',
    },
  }),
  list(igsVlanMulticastGroupEntry, {
    title: 'Groups',
    filter: 'VLAN, address or port',
    empty: 'No groups.',
    kept: false,
    poll: 5000,
  }),
  clearGroups(igsCtrl, 'igsClearGroups'),
];
