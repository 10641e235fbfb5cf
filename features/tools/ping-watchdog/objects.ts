import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

const page = '/Tools/PingWatchdog';

/** Hosts beside those at ports (docs/specification/system.md 0.7). */
const WITHOUT_PORT = 4;

/** Whether hosts are watched at all (docs/specification/system.md, "Ping Watchdog"). */
export const pingWatchdogCtrl = group('pingWatchdogCtrl', {
  title: 'Ping Watchdog',
  page,
  fields: {
    pingWatchdogState: status({
      label: 'Ping Watchdog',
      default: 2,
      help: 'Pings the hosts below and acts when one no longer responds.',
    }),
    pingWatchdogClear: integer({
      label: 'Clear counters',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Sets the counters of actions to zero and forgets the last replies.',
    }),
  },
  privateMib: { number: 133, columns: ['pingWatchdogState', 'pingWatchdogClear'] },
});

/**
 * Hosts that the switch pings, and what it does when they fall silent (docs/specification/system.md, "Ping Watchdog" and "Ping
 * Watchdog Edit").
 */
export const pingWatchdogEntry = table('pingWatchdogEntry', {
  title: 'Monitored host',
  page,
  index: {
    pingWatchdogIndex: integer({ label: 'No.', access: 'create', min: 1, max: PORT_LIST_MAXIMUM + WITHOUT_PORT }),
  },
  columns: {
    pingWatchdogTarget: ipAddress({
      label: 'IP address',
      help: 'An IPv4 or an IPv6 address, none of the switch itself.',
    }),
    pingWatchdogDescription: text({
      label: 'Description',
      maxLength: 32,
      help: 'Name of the host in the list and the log.',
    }),
    pingWatchdogPort: port({
      label: 'Port',
      optional: true,
      default: 0,
      maximum: PORT_LIST_MAXIMUM,
      help: 'Port that the host is connected to; required for port actions.',
    }),
    pingWatchdogInterval: integer({
      label: 'Ping interval',
      unit: 's',
      min: 10,
      max: 300,
      default: 30,
      help: 'Time from one echo request to the next while the host responds.',
    }),
    pingWatchdogFailCount: integer({
      label: 'Retries before action',
      min: 0,
      max: 5,
      default: 2,
      help: 'One per second. 0 acts after the first unanswered request.',
    }),
    pingWatchdogStartDelay: integer({
      label: 'Startup delay',
      unit: 's',
      min: 30,
      max: 600,
      default: 60,
      help: 'Time that the host has to start before it is pinged.',
    }),
    pingWatchdogAction: enumeration({
      label: 'Action',
      choices: {
        none: [1, 'None'],
        notify: [2, 'Notify'],
        powerCycle: [3, 'Power-cycle the port'],
        notifyAndPowerCycle: [4, 'Notify and power-cycle'],
        linkCycle: [5, 'Port off and on'],
        reboot: [6, 'Restart the switch'],
      },
      default: 2,
      help: 'No action is taken before the host has responded once. Notify writes a warning to the log and sends an SNMP trap. The switch is restarted at most once an hour.',
    }),
    pingWatchdogOffTime: integer({
      label: 'Off time',
      unit: 's',
      min: 3,
      max: 120,
      default: 15,
      shownWhen: { pingWatchdogAction: [3, 4, 5] },
      help: 'Time that the port stays off.',
    }),
    pingWatchdogMaxActions: integer({
      label: 'Most actions in a row',
      min: 1,
      max: 10,
      fixed: [0],
      default: 3,
      words: { 0: 'unlimited' },
      help: 'No further actions until the host responds. 0 = unlimited.',
    }),
    pingWatchdogRowState: status({
      label: 'State',
      default: 1,
      help: 'Disabled: the host is not pinged; the entry is kept.',
    }),
    pingWatchdogStatus: enumeration({
      label: 'Status',
      choices: {
        off: [1, 'Off'],
        starting: [2, 'Starting'],
        alive: [3, 'Responding'],
        failing: [4, 'Not responding'],
        acted: [5, 'Acted'],
        gaveUp: [6, 'Gave up'],
      },
      access: 'ro',
      help: 'Gave up: the most actions in a row were taken.',
    }),
    pingWatchdogFails: gauge({ label: 'Failures in a row', help: 'Unanswered echo requests since the last reply.' }),
    pingWatchdogActions: gauge({ label: 'Actions taken', help: 'Since the last clearing.' }),
    pingWatchdogLastReply: dateTime({ label: 'Last reply', help: 'When the host last responded.' }),
  },
  rows: { max: ({ portCount }) => portCount + WITHOUT_PORT },
  rowName: ({ pingWatchdogTarget: address }) => say('monitored host {{address}}', { address }),
  privateMib: {
    number: 134,
    columns: [
      'pingWatchdogIndex',
      'pingWatchdogTarget',
      'pingWatchdogDescription',
      'pingWatchdogPort',
      'pingWatchdogInterval',
      'pingWatchdogFailCount',
      'pingWatchdogStartDelay',
      'pingWatchdogAction',
      'pingWatchdogOffTime',
      'pingWatchdogMaxActions',
      'pingWatchdogRowState',
      'pingWatchdogStatus',
      'pingWatchdogFails',
      'pingWatchdogActions',
      'pingWatchdogLastReply',
      'RowStatus',
    ],
  },
});

/** Wire values of `pingWatchdogAction`. */
export const WatchdogAction = pingWatchdogEntry.fields.pingWatchdogAction.values;

/** Wire values of `pingWatchdogStatus`. */
export const WatchdogStatus = pingWatchdogEntry.fields.pingWatchdogStatus.values;
