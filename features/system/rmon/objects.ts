import { status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { group } from '../../../model/schema/object.ts';

/** Whether anything is sampled (docs/specification/system.md, "RMON > Settings"). */
export const rmonCtrl = group('rmonCtrl', {
  title: 'RMON',
  page: '/System/RMON/Settings',
  fields: {
    rmonGlobalState: status({
      label: 'RMON',
      help: 'While disabled, nothing is counted or sampled; collected data are kept.',
    }),
    rmonStatsCount: gauge({ label: 'Statistics groups', help: 'Number of statistics groups.' }),
    rmonHistoryCount: gauge({ label: 'Histories', help: 'Number of histories.' }),
    rmonAlarmCount: gauge({ label: 'Alarms', help: 'Number of alarms.' }),
    rmonEventCount: gauge({ label: 'Events', help: 'Number of events.' }),
  },
  privateMib: {
    number: 118,
    columns: ['rmonGlobalState', 'rmonStatsCount', 'rmonHistoryCount', 'rmonAlarmCount', 'rmonEventCount'],
  },
});
