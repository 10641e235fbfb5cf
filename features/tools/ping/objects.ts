import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';

/** Echo requests of one test at most (docs/specification/product.md 9, "Ping value 1-5, time 1-10"). */
export const PROBES = 10;

/** Root of DISMAN-PING-MIB (RFC 4560), whose tests SNMP managers make and read: features/system/snmp/standard/ping.ts. */
export const PING_MIB = '1.3.6.1.2.1.80.1';

/** A column of the standard's tables, which have the tests of managers by their names. */
const elsewhere = (column: string) => ({ column: `${PING_MIB}.${column}`, isServedElsewhere: true }) as const;

/**
 * Lets the switch send echo requests (docs/specification/system.md, "Ping"; RFC 4560). Setting the destination starts a test of the
 * session that asks.
 */
export const pingCtlEntry = group('pingCtlEntry', {
  title: 'Ping',
  page: '/Tools/Ping',
  fields: {
    pingCtlTargetAddress: host({
      mib: elsewhere('2.1.4'),
      label: 'Destination',
      access: 'action',
      help: 'An IPv4 address, an IPv6 address or a host name.',
    }),
    pingVlan: integer({
      mib: elsewhere('2.1.20'),
      label: 'VLAN',
      min: 1,
      max: 4094,
      fixed: [0],
      default: 0,
      access: 'action',
      help: 'VLAN of a link-local IPv6 address; 0 for any other destination.',
    }),
    pingCtlTimeOut: integer({
      mib: elsewhere('2.1.6'),
      label: 'Time-out',
      unit: 's',
      min: 1,
      max: 5,
      default: 3,
      access: 'action',
      help: 'Time to wait for each reply.',
    }),
    pingCtlProbeCount: integer({
      mib: elsewhere('2.1.7'),
      label: 'Number of requests',
      min: 1,
      max: PROBES,
      default: 4,
      access: 'action',
      help: 'Sent one after the other.',
    }),
    pingCtlDataSize: integer({
      mib: elsewhere('2.1.5'),
      label: 'Data size',
      unit: 'octets',
      min: 0,
      max: 1472,
      default: 56,
      access: 'action',
      help: 'Octets behind the ICMP header. Large requests test the path for fragmentation.',
    }),
    pingStop: integer({
      mib: elsewhere('2.1.8'),
      label: 'Stop',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Ends the ping; the results so far stay.',
    }),
  },
  privateMib: {
    number: 112,
    columns: [
      'pingCtlTargetAddress retired',
      'pingVlan retired',
      'pingCtlTimeOut retired',
      'pingCtlProbeCount retired',
      'pingCtlDataSize retired',
      'pingStop retired',
    ],
  },
});

/** Result of the session's last test (docs/specification/system.md, "Ping Test Result"; RFC 4560 pingResultsEntry). */
export const pingResultsEntry = group('pingResultsEntry', {
  title: 'Ping result',
  help: 'Replies of the last ping, and their round trip times.',
  page: '/Tools/Ping',
  fields: {
    pingResultsOperStatus: enumeration({
      label: 'State',
      choices: { running: [1, 'Running'], disabled: [2, 'Not started'], completed: [3, 'Completed'] },
      default: 2,
      access: 'ro',
    }),
    pingResultsTarget: text({ label: 'Requested target', maxLength: 253, access: 'ro' }),
    pingResultsIpTargetAddress: text({ label: 'Destination', maxLength: 45, access: 'ro' }),
    pingResultsProblem: text({ label: 'Problem', maxLength: 255, access: 'ro' }),
    pingResultsSentProbes: gauge({ label: 'Sent' }),
    pingResultsProbeResponses: gauge({ label: 'Received' }),
    lossPercent: gauge({ label: 'Lost', unit: '%' }),
    pingResultsMinRtt: gauge({ label: 'Minimum', unit: 'ms', decimals: 2, words: { [-1]: '–' } }),
    pingResultsAverageRtt: gauge({ label: 'Average', unit: 'ms', decimals: 2, words: { [-1]: '–' } }),
    pingResultsMaxRtt: gauge({ label: 'Maximum', unit: 'ms', decimals: 2, words: { [-1]: '–' } }),
  },
  privateMib: {
    number: 113,
    columns: [
      'pingResultsOperStatus retired',
      'pingResultsTarget retired',
      'pingResultsIpTargetAddress retired',
      'pingResultsProblem retired',
      'pingResultsSentProbes retired',
      'pingResultsProbeResponses retired',
      'lossPercent retired',
      'pingResultsMinRtt retired',
      'pingResultsAverageRtt retired',
      'pingResultsMaxRtt retired',
    ],
  },
});

/** State of a test. */
export const PingState = pingResultsEntry.fields.pingResultsOperStatus.values;

/** Every request of the session's last test with its answer (RFC 4560 pingProbeHistoryEntry). */
export const pingProbeHistoryEntry = table('pingProbeHistoryEntry', {
  title: 'Echo request',
  help: 'Result of each echo request of the last ping.',
  page: '/Tools/Ping',
  index: { pingProbeHistoryIndex: integer({ label: 'No.', min: 1, max: PROBES, access: 'ro' }) },
  columns: {
    pingProbeHistoryStatus: enumeration({
      label: 'Result',
      choices: {
        responseReceived: [1, 'Reply'],
        unknown: [2, 'Unknown'],
        internalError: [3, 'Internal error'],
        requestTimedOut: [4, 'Timed out'],
        unknownDestinationAddress: [5, 'Unknown address'],
        noRouteToTarget: [6, 'No route'],
      },
      access: 'ro',
    }),
    pingProbeHistoryResponse: gauge({ label: 'Round trip', unit: 'ms', decimals: 2, words: { [-1]: '–' } }),
  },
  rows: { max: PROBES, fixed: true },
  privateMib: {
    number: 114,
    columns: ['pingProbeHistoryIndex retired', 'pingProbeHistoryStatus retired', 'pingProbeHistoryResponse retired'],
  },
});

/** Result of a request. */
export const ProbeStatus = pingProbeHistoryEntry.fields.pingProbeHistoryStatus.values;

/** Status of a request by its result. */
export const probeStatusOf = {
  reply: ProbeStatus.responseReceived,
  timeout: ProbeStatus.requestTimedOut,
  unreachable: ProbeStatus.noRouteToTarget,
} as const;
