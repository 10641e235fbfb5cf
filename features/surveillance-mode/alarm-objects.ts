import { ipAddress } from '../../model/schema/kinds/ip-address.ts';
import { group } from '../../model/schema/object.ts';

/** The name of the trap receiver, and the index and name of its community, that stand for the alarms' trap host. */
export const SURVEILLANCE_RECEIVER = 'surveillance';

/**
 * Who hears of alarms. It keeps nothing of its own: the trap host is a receiver of SNMP's notifications, the log server the
 * first one of the system log, and what is set elsewhere shows here.
 */
export const aSVAlarmCtrl = group('aSVAlarmCtrl', {
  title: 'Surveillance alarms',
  page: '/SurveillanceSettings',
  fields: {
    trapHost: ipAddress({
      label: 'Trap host',
      optional: true,
      help: 'Is sent SNMP traps of version 2c, and may read by the community "surveillance"; empty for nobody.',
    }),
    logServer: ipAddress({
      label: 'Log server',
      optional: true,
      help: 'The first server that the log is sent to, UDP port 514; empty for none.',
    }),
  },
  privateMib: { number: 196, columns: ['trapHost', 'logServer'] },
});
