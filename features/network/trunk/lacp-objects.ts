import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, integer32, namedBits } from '../../../model/smi/syntax.ts';
import { TRUNK_BASE, TRUNKS } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { trunkModes } from './objects.ts';

/** The switch's own LACP values; fixed on switches of this class. */
export const SYSTEM_PRIORITY = 32_768;

const systemPriority = integer({
  label: 'System Priority',
  access: 'ro',
  min: 0,
  max: 65_535,
  default: SYSTEM_PRIORITY,
  help: 'Decides which of two systems selects the members: the one with the lower value. Fixed.',
});

/** The switch as LACP sees it (docs/specification/network.md, "Trunk > Port Priority"). */
export const lacpCtrl = group('lacpCtrl', {
  title: 'LACP',
  page: '/Network/Trunk/PortPriority',
  fields: { lacpSystemPriority: systemPriority },
  privateMib: { number: 64, columns: ['lacpSystemPriority'] },
});

const trunkIndex = { dot3adAggIndex: port({ label: 'Trunk', access: 'ro' }) };
const number16 = (label: string, column: number) =>
  integer({ mib: { column }, label, access: 'ro', min: 0, max: 65_535 });

/**
 * Result of each trunk's negotiation with its partner (IEEE8023-LAG-MIB; docs/specification/network.md, "Trunk >
 * Status").
 */
export const dot3adAggEntry = table('dot3adAggEntry', {
  title: 'Trunk',
  help: 'Outcome of the negotiation with the partner by LACP; a manual trunk has no partner.',
  page: '/Network/Trunk/Status',
  oid: '1.2.840.10006.300.43.1.1.1.1',
  index: trunkIndex,
  columns: {
    trunkMode: enumeration({ label: 'Mode', access: 'ro', choices: trunkModes }),
    dot3adAggMACAddress: mac({ mib: { column: 2 }, label: 'System ID', access: 'ro' }),
    dot3adAggActorSystemPriority: { ...systemPriority, mib: { column: 3 } },
    dot3adAggActorOperKey: number16('Actor Key', 7),
    dot3adAggPartnerSystemID: mac({ mib: { column: 8 }, label: 'Partner System ID', access: 'ro' }),
    dot3adAggPartnerSystemPriority: number16('Partner Priority', 9),
    dot3adAggPartnerOperKey: number16('Partner Key', 10),
  },
  rows: { max: TRUNKS },
  rowName: ({ dot3adAggIndex }) => say('Trunk {{trunk}}', { trunk: Number(dot3adAggIndex) - TRUNK_BASE }),
  privateMib: { number: 65, columns: ['trunkMode'] },
});

/** The ports that each trunk in use sends frames by (IEEE8023-LAG-MIB). */
export const dot3adAggPortListEntry = table('dot3adAggPortListEntry', {
  title: 'Active ports of trunk',
  help: 'Members through which the trunk sends frames now.',
  page: '/Network/Trunk/Status',
  oid: '1.2.840.10006.300.43.1.1.2.1',
  index: trunkIndex,
  columns: { dot3adAggPortListPorts: portList({ mib: { column: 1 }, label: 'Active Ports', access: 'ro' }) },
  rows: { max: TRUNKS },
});

const portState = (label: string, column: number) =>
  integer({
    mib: { column, syntax: namedBits },
    label,
    access: 'ro',
    min: 0,
    max: 255,
    help: 'LACP flags, added up: activity 1, timeout 2, aggregation 4, synchronization 8, collecting 16, distributing 32, defaulted 64, expired 128.',
  });

/** Each port as LACP sees it (IEEE8023-LAG-MIB; docs/specification/network.md, "Trunk > Status" and "Trunk > Port Priority"). */
export const dot3adAggPortEntry = table('dot3adAggPortEntry', {
  title: 'LACP of port',
  page: '/Network/Trunk/PortPriority',
  oid: '1.2.840.10006.300.43.1.2.1.1',
  index: { dot3adAggPortIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot3adAggPortActorPortPriority: integer({
      mib: { column: 15 },
      label: 'Priority',
      min: 0,
      max: 65_535,
      default: 32_768,
      help: 'Lower values are selected first; ties go to the lower port number.',
    }),
    dot3adAggPortSelectedAggID: port({
      mib: { column: 12, syntax: integer32 },
      label: 'Trunk',
      access: 'ro',
      default: 0,
      optional: true,
    }),
    memberStatus: enumeration({
      label: 'Member Status',
      access: 'ro',
      choices: {
        linkDown: [0, 'Link down'],
        standby: [1, 'Standby'],
        individual: [2, 'Individual'],
        bundled: [3, 'Bundled'],
      },
      help: 'Bundled members forward. An individual one has no partner and forwards by itself.',
    }),
    dot3adAggPortActorOperState: portState('Port State', 21),
    dot3adAggPortPartnerOperState: portState('Partner State', 23),
    dot3adAggPortPartnerOperSystemID: mac({
      mib: { column: 9 },
      label: 'Partner System ID',
      access: 'ro',
      help: 'System at the far end, as announced by LACP.',
    }),
    dot3adAggPortPartnerOperPort: {
      ...number16('Partner Port', 17),
      help: 'Port number at the far end, as announced by LACP.',
    },
    dot3adAggPortPartnerOperPortPriority: {
      ...number16('Partner Priority', 19),
      help: 'Priority of the port at the far end, as announced by LACP.',
    },
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((dot3adAggPortIndex) => ({ dot3adAggPortIndex })),
  rowName: ({ dot3adAggPortIndex }) => say('port {{port}}', { port: dot3adAggPortIndex }),
  privateMib: { number: 66, columns: ['memberStatus'] },
});

/** Wire values of `memberStatus`. */
export const MemberStatusValue = dot3adAggPortEntry.fields.memberStatus.values;

const count = (label: string, column: number) => counter64({ mib: { column, syntax: counter32 }, label });

/** Frames of LACP and its markers at each member of an LACP trunk (IEEE8023-LAG-MIB). */
export const dot3adAggPortStatsEntry = table('dot3adAggPortStatsEntry', {
  title: 'LACP frames of port',
  help: 'Frames of LACP and its markers at each member.',
  page: '/Network/Trunk/Status',
  oid: '1.2.840.10006.300.43.1.2.2.1',
  index: { dot3adAggPortIndex: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot3adAggPortStatsLACPDUsRx: count('LACPDUs Received', 1),
    dot3adAggPortStatsMarkerPDUsRx: count('Markers Received', 2),
    dot3adAggPortStatsMarkerResponsePDUsRx: count('Marker Responses Received', 3),
    dot3adAggPortStatsUnknownRx: count('Unknown Received', 4),
    dot3adAggPortStatsIllegalRx: count('Illegal Received', 5),
    dot3adAggPortStatsLACPDUsTx: count('LACPDUs Sent', 6),
    dot3adAggPortStatsMarkerResponsePDUsTx: count('Marker Responses Sent', 8),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ dot3adAggPortIndex }) => say('port {{port}}', { port: dot3adAggPortIndex }),
});
