import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { largestRate } from './rates.ts';

/** Storm control of each port (docs/specification/network.md, "Storm Control"). */
export const stormCtrlEntry = table('stormCtrlEntry', {
  title: 'Storm control of port',
  page: '/Network/BandwidthControl/StormControl',
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    stormCtrlDlf: status({
      label: 'DLF',
      help: 'Destination lookup failure: frames to a unicast address that the switch does not know.',
    }),
    stormCtrlBroadcast: status({ label: 'Broadcast', help: 'Frames to all stations, including ARP.' }),
    stormCtrlMulticast: status({
      label: 'Multicast',
      help: 'Frames to groups, including known ones. Spanning tree, LACP and LLDP frames are never limited.',
    }),
    stormCtrlThreshold: integer({
      label: 'Threshold',
      unit: '× 64 frames/s',
      min: 1,
      max: 4096,
      default: 4096,
      help: 'Rate limit of each enabled kind. Excess frames are dropped.',
    }),
    stormCtrlState: enumeration({
      label: 'State',
      access: 'ro',
      choices: { calm: [1, 'Normal'], storm: [2, 'Storm'] },
      help: 'Storm: frames over the limit are being dropped now.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 53,
    columns: [
      'ifIndex retired',
      'stormCtrlDlf',
      'stormCtrlBroadcast',
      'stormCtrlMulticast',
      'stormCtrlThreshold',
      'stormCtrlState',
    ],
  },
});

/** Wire values of `stormCtrlState`. */
export const StormState = stormCtrlEntry.fields.stormCtrlState.values;

const rate = (help: string) =>
  integer({ label: 'Bandwidth', unit: '× 64 kbit/s', min: 1, max: 156_250, default: 15_625, help });

/** Rates that each port accepts and sends (docs/specification/network.md, "Bandwidth Control"). */
export const rateCtrlEntry = table('rateCtrlEntry', {
  title: 'Rate limit of port',
  page: '/Network/BandwidthControl/IngressRateLimiting',
  index: { rateCtrlIndex: integer({ label: 'Port', access: 'create', min: 1, max: 65_535 }) },
  columns: {
    rateCtrlIngressStatus: status({
      label: 'Ingress limit',
      help: 'Limits the rate that the port accepts. On a trunk, each member has a limit of its own.',
    }),
    rateCtrlIngressRate: rate(
      'Excess traffic is dropped. 15625 is 1 Gbit/s; a limit above the link speed has no effect.',
    ),
    rateCtrlIngressKbps: gauge({ label: 'Ingress rate', access: 'ro', unit: 'kbit/s', help: 'The limit in kbit/s.' }),
    rateCtrlEgressStatus: status({
      label: 'Egress limit',
      help: 'Limits the rate that the port sends, including frames of the switch itself.',
    }),
    rateCtrlEgressRate: rate('Excess traffic is delayed briefly, then dropped. 15625 is 1 Gbit/s.'),
    rateCtrlEgressKbps: gauge({ label: 'Egress rate', access: 'ro', unit: 'kbit/s', help: 'The limit in kbit/s.' }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) =>
    [...ports.values()].map((port) => ({
      rateCtrlIndex: port.number,
      rateCtrlIngressRate: largestRate(port),
      rateCtrlEgressRate: largestRate(port),
    })),
  rowName: ({ rateCtrlIndex }) => say('port {{port}}', { port: rateCtrlIndex }),
  privateMib: {
    number: 54,
    columns: [
      'rateCtrlIndex',
      'rateCtrlIngressStatus',
      'rateCtrlIngressRate',
      'rateCtrlIngressKbps',
      'rateCtrlEgressStatus',
      'rateCtrlEgressRate',
      'rateCtrlEgressKbps',
    ],
  },
});
