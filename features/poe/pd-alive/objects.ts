import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { poweredPorts } from '../powered-ports.ts';

const page = '/PoE/PDAlive';

/** Whether powered devices are watched at all (docs/specification/security.md 2, "PD Alive"). */
export const pdAliveConfig = group('pdAliveConfig', {
  title: 'PD Alive',
  page,
  fields: {
    pdAliveGlobalState: status({
      label: 'PD Alive',
      help: 'Pings powered devices. A device that is set to ignore pings counts as failed.',
    }),
  },
  privateMib: { number: 150, columns: ['pdAliveGlobalState'] },
});

/** How the device at each port is watched, and what becomes of it when it stops answering. */
export const pdAliveEntry = table('pdAliveEntry', {
  title: 'PD Alive of port',
  page,
  index: { pethPsePortIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    pdAliveState: status({
      label: 'State',
      help: 'Pings the device while PD Alive is enabled and the port provides power.',
    }),
    pdAliveIpAddress: ipAddress({
      label: 'PD IP address',
      optional: true,
      help: 'Address to ping; required to enable the port.',
    }),
    pdAliveInterval: integer({
      label: 'Poll interval',
      unit: 's',
      min: 10,
      max: 300,
      default: 30,
      help: 'Time from one echo request to the next, also while the device does not respond.',
    }),
    pdAliveRetryCount: integer({
      label: 'Retry count',
      min: 0,
      max: 5,
      default: 2,
      help: 'Further unanswered echo requests before the device counts as failed.',
    }),
    pdAliveOffTime: integer({
      label: 'Power off time',
      unit: 's',
      min: 3,
      max: 120,
      default: 15,
      help: 'Time without power during a reset.',
    }),
    pdAliveUpTime: integer({
      label: 'Start up time',
      unit: 's',
      min: 30,
      max: 600,
      default: 60,
      help: 'Time without pings after power is restored.',
    }),
    pdAliveAction: enumeration({
      label: 'Action',
      choices: { reset: [1, 'Restart device'], notify: [2, 'Notify'], both: [3, 'Notify and restart'] },
      default: 3,
      help: 'Restart device cuts its power for a while. Notify writes to the log and notifies trap receivers.',
    }),
    pdAliveStatus: enumeration({
      label: 'Status',
      access: 'ro',
      choices: {
        idle: [1, 'Idle'],
        alive: [2, 'Responding'],
        noReply: [3, 'No reply'],
        poweringOff: [4, 'Power off'],
        startingUp: [5, 'Starting up'],
      },
      help: 'Idle: not monitored now, since it is disabled or the port provides no power.',
    }),
    pdAliveResetCount: gauge({ label: 'Resets', help: 'Number of times that the power was cut for a restart.' }),
    pdAliveLastFailure: dateTime({ label: 'Last failure', help: 'When the device last counted as failed.' }),
    /** 1 restarts counting. */
    pdAliveClear: integer({
      label: 'Clear counters',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Sets the counter of resets to zero and forgets the last failure.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: (hardware) => poweredPorts(hardware).map((pethPsePortIndex) => ({ pethPsePortIndex })),
  rowName: ({ pethPsePortIndex }) => say('port {{port}}', { port: pethPsePortIndex }),
  privateMib: {
    number: 151,
    columns: [
      'pethPsePortIndex retired',
      'pdAliveState',
      'pdAliveIpAddress',
      'pdAliveInterval',
      'pdAliveRetryCount',
      'pdAliveOffTime',
      'pdAliveUpTime',
      'pdAliveAction',
      'pdAliveStatus',
      'pdAliveResetCount',
      'pdAliveLastFailure',
      'pdAliveClear',
    ],
  },
});

/** Wire values of `pdAliveStatus`. */
export const AliveStatus = pdAliveEntry.fields.pdAliveStatus.values;

/** Wire values of `pdAliveAction`. */
export const AliveAction = pdAliveEntry.fields.pdAliveAction.values;
