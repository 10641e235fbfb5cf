import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** The frame of the query; it is never sent. */
export const askedFrame = {
  tracePort: port({ label: 'Source port', maximum: PORT_LIST_MAXIMUM }),
  traceVlan: integer({ label: 'VLAN tag', min: 0, max: 4094, words: { 0: 'Untagged' } }),
  traceSourceMac: mac({ label: 'Source MAC', default: '02-00-00-00-00-01', addresses: 'unicast' }),
  traceDestinationMac: mac({ label: 'Destination MAC', default: '02-00-00-00-00-02' }),
  traceSource: ipAddress({ label: 'Source IP', optional: true, addresses: 'any' }),
  traceDestination: ipAddress({ label: 'Destination IP', optional: true, addresses: 'any' }),
  traceProtocol: enumeration({
    label: 'Protocol',
    choices: {
      arp: [1, 'ARP'],
      icmp: [2, 'ICMP echo'],
      tcp: [3, 'TCP'],
      udp: [4, 'UDP'],
      other: [5, 'Other Ethernet'],
    },
    default: 3,
  }),
  traceSourcePort: integer({ label: 'Source Port', min: 0, max: 65_535, default: 50_000 }),
  traceDestinationPort: integer({ label: 'Destination Port', min: 0, max: 65_535, default: 80 }),
} as const;

/** Wire values of `traceProtocol`. */
export const TraceProtocol = askedFrame.traceProtocol.values;

/** The way of one frame through the switch, stage by stage, as the plan in force has it; nothing is sent or counted. */
export const aclTraceEntry = table('aclTraceEntry', {
  title: 'Path of a frame',
  help: 'Result of each stage of the switch for the given frame.',
  page: '/Security/ACL/Finder',
  index: { aclTraceStep: integer({ label: 'Step', access: 'ro', min: 1, max: 1000 }) },
  columns: {
    aclTraceStage: text({ label: 'Stage', access: 'ro', maxLength: 32 }),
    aclTraceVerdict: enumeration({
      label: 'Verdict',
      access: 'ro',
      choices: { passes: [1, 'Passes'], takes: [2, 'To the switch'], drops: [3, 'Dropped'], leaves: [4, 'Leaves'] },
    }),
    aclTraceReason: text({ label: 'Reason', access: 'ro', maxLength: 255 }),
    aclTraceSaid: text({ label: 'Reason with its values', access: 'ro', maxLength: 1024 }),
    aclTraceProfile: integer({ label: 'Profile ID', access: 'ro', min: 0, max: 50 }),
    aclTraceRule: integer({ label: 'Access ID', access: 'ro', min: 0, max: 65_535 }),
  },
  rows: { max: 1000 },
  filters: { fields: askedFrame, fits: () => true },
  privateMib: {
    number: 155,
    columns: [
      'aclTraceStep',
      'aclTraceStage',
      'aclTraceVerdict',
      'aclTraceReason',
      'aclTraceSaid',
      'aclTraceProfile',
      'aclTraceRule',
    ],
  },
});

/** Wire values of `aclTraceVerdict`. */
export const TraceVerdict = aclTraceEntry.fields.aclTraceVerdict.values;
