import { form } from '../../../console/page/form.tsx';
import { clearGroups } from '../snooping-clear-groups.tsx';
import { learnedGroups, snoopedVlans } from '../snooping-parts.tsx';
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
  snoopedVlans(mldsVlanFilterEntry, 'mldsVlanFilterVlanId', 'mldsVlanFilterStatus', 'MLD snooping of a VLAN'),
  learnedGroups(mldsVlanMulticastGroupEntry),
  clearGroups(mldsCtrl, 'mldsClearGroups'),
];
