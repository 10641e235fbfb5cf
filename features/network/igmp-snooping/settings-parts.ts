import { form } from '../../../console/page/form.tsx';
import { clearGroups } from '../snooping-clear-groups.tsx';
import { learnedGroups, snoopedVlans } from '../snooping-parts.tsx';
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
  snoopedVlans(igsVlanFilterEntry, 'igsVlanFilterVlanId', 'igsVlanFilterStatus', 'IGMP snooping of a VLAN'),
  learnedGroups(igsVlanMulticastGroupEntry),
  clearGroups(igsCtrl, 'igsClearGroups'),
];
