import { ipAddress } from '../../model/schema/kinds/ip-address.ts';
import { group } from '../../model/schema/object.ts';

/** The name of the trap receiver, and the index and name of its community, that hold the alarms' trap host. */
export const SURVEILLANCE_RECEIVER = 'surveillance';

/**
 * Receivers of alarms. It stores nothing of its own: the trap host is a receiver of SNMP's notifications, the log
 * server the first one of the system log, and settings made elsewhere show here.
 */
export const aSVAlarmCtrl = group('aSVAlarmCtrl', {
  title: 'Surveillance alarms',
  page: '/SurveillanceSettings',
  fields: {
    trapHost: ipAddress({
      label: 'Trap host',
      optional: true,
      help: 'Receives SNMPv2c traps, and may read with the community "surveillance"; empty for none.',
    }),
    logServer: ipAddress({
      label: 'Log server',
      optional: true,
      help: 'First server that receives the log, UDP port 514; empty for none.',
    }),
  },
  privateMib: { number: 196, columns: ['trapHost', 'logServer'] },
});
