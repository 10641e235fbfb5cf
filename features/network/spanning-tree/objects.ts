import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group, table } from '../../../model/schema/object.ts';
import { centiseconds, counter32, integer32, type MibSyntax } from '../../../model/smi/syntax.ts';
import {
  INTERFACE_INDEX_MAXIMUM,
  interfaceName,
  TRUNK_BASE,
  TRUNKS,
  trunkNumber,
} from '../../../model/values/interface-index.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { oneForEachBridgePort } from '../../bridge-ports.ts';
import { bridgeIdentifier } from './bridge-identifier-syntax.ts';

/** The largest cost of a port (RFC 4318). */
const COST_MAXIMUM = 200_000_000;

/** Ports and trunks at most. */
export const BRIDGE_PORTS_MAXIMUM = PORT_LIST_MAXIMUM + TRUNKS;

/** The longest bridge identifier as it is read: "61439 00-11-22-AA-BB-CC". */
const IDENTIFIER_LENGTH = 23;

/** A bridge by priority and address. */
export const bridgeField = (label: string, help?: string) =>
  text({ label, access: 'ro', maxLength: IDENTIFIER_LENGTH, ...(help !== undefined && { help }) });

/** The port that leads to a tree's root; 0 where this bridge is it. */
export const rootPortField = () =>
  integer({
    label: 'Root Port',
    access: 'ro',
    help: 'Port or trunk that leads to the root.',
    min: 0,
    max: INTERFACE_INDEX_MAXIMUM,
    words: {
      0: 'None',
      ...Object.fromEntries(
        Array.from({ length: TRUNKS }, (_, at) => [TRUNK_BASE + at + 1, interfaceName(TRUNK_BASE + at + 1)]),
      ),
    },
  });

/** A bridge port by its number, as a sentence names it. */
export function nameOfPort(port: number): Message {
  const trunk = trunkNumber(port);
  return trunk === undefined ? say('port {{port}}', { port }) : say('Trunk {{trunk}}', { trunk });
}

/** A time that the root says, in seconds; the standard has hundredths. */
const rootTime = (label: string, column: number) =>
  gauge({
    label,
    access: 'ro',
    unit: 's',
    help: 'Value of the root, which is in force.',
    mib: { column, syntax: centiseconds },
  });

/** The protocol and its root (docs/specification/network.md, "Spanning Tree > Protocol"; RFC 4188, RFC 4318). */
export const dot1dStp = group('dot1dStp', {
  title: 'Spanning tree',
  page: '/Network/SpanningTree/Protocol',
  oid: '1.3.6.1.2.1.17.2',
  fields: {
    stpGlobalStatus: status({
      label: 'Global STP Status',
      help: 'Blocks redundant links so that no loop remains. Disabled: every port forwards, and loops are not detected.',
    }),
    dot1dStpVersion: enumeration({
      mib: { column: 16, values: { 1: 0, 2: 2, 3: 3 } },
      label: 'Protocol Version',
      default: 2,
      choices: { stp: [1, 'STP'], rstp: [2, 'RSTP'], mstp: [3, 'MSTP'] },
      help: 'Each version falls back to that of a neighbor. With MSTP, VLANs may take different paths.',
    }),
    dot1dStpPriority: integer({
      mib: { column: 2 },
      label: 'Bridge Priority',
      min: 0,
      max: 61_440,
      step: 4096,
      default: 32_768,
      help: 'The bridge with the lowest priority becomes the root. A multiple of 4096.',
    }),
    dot1dStpBridgeMaxAge: integer({
      mib: { column: 12, syntax: centiseconds },
      label: 'Maximum Age',
      unit: 's',
      min: 6,
      max: 40,
      default: 20,
      help: 'Maximum age of root information (one second per hop).',
    }),
    dot1dStpBridgeHelloTime: integer({
      mib: { column: 13, syntax: centiseconds },
      label: 'Hello Time',
      unit: 's',
      min: 1,
      max: 10,
      default: 2,
      help: 'Interval between BPDUs. The RSTP standard specifies 2 s; other values are sent as well.',
    }),
    dot1dStpBridgeForwardDelay: integer({
      mib: { column: 14, syntax: centiseconds },
      label: 'Forward Delay',
      unit: 's',
      min: 4,
      max: 30,
      default: 15,
      help: "Time spent in listening, and again in learning, before a port forwards without its neighbor's agreement.",
    }),
    dot1dStpTxHoldCount: integer({
      mib: { column: 17 },
      label: 'Transmit Hold Count',
      unit: 'BPDUs/s',
      min: 1,
      max: 10,
      default: 6,
      help: 'Maximum number of BPDUs that a port sends at once and then per second; further ones are delayed.',
    }),
    ieee8021MstpCistMaxHops: integer({
      label: 'Max Hop Count',
      min: 6,
      max: 40,
      default: 20,
      help: 'Maximum number of bridges of an MST region that BPDUs traverse.',
    }),
    stpBridgeId: bridgeField('This Bridge', 'Priority and MAC address of this switch.'),
    dot1dStpDesignatedRoot: {
      ...bridgeField('Root Bridge', 'Priority and MAC address of the bridge that all paths lead to.'),
      mib: { column: 5, syntax: bridgeIdentifier },
    },
    dot1dStpRootCost: gauge({
      mib: { column: 6 },
      label: 'Root Cost',
      access: 'ro',
      help: 'Cost of the path to the root; 0 if this bridge is the root.',
    }),
    dot1dStpRootPort: { ...rootPortField(), mib: { column: 7 } },
    dot1dStpMaxAge: rootTime('Root Maximum Age', 8),
    dot1dStpHelloTime: rootTime('Root Hello Time', 9),
    dot1dStpForwardDelay: rootTime('Root Forward Delay', 11),
    dot1dStpTopChanges: gauge({
      mib: { column: 4, syntax: counter32 },
      label: 'Topology Changes',
      access: 'ro',
      help: 'Number of changes of the active tree.',
    }),
    dot1dStpTimeSinceTopologyChange: ticks({
      mib: { column: 3 },
      label: 'Last Topology Change',
      help: 'Time since the active tree last changed.',
    }),
  },
  privateMib: {
    number: 76,
    columns: [
      'stpGlobalStatus',
      'ieee8021MstpCistMaxHops',
      'stpBridgeId',
      'dot1dStpDesignatedRoot retired',
      'dot1dStpMaxAge retired',
      'dot1dStpHelloTime retired',
      'dot1dStpForwardDelay retired',
    ],
  },
});

/** Wire values of `dot1dStpVersion` (docs/specification/product.md 9, "spanning tree"). */
export const StpVersion = dot1dStp.fields.dot1dStpVersion.values;

/** The index column that names a port or trunk. */
export const portIndex = integer({ label: 'Port', access: 'create', min: 1, max: INTERFACE_INDEX_MAXIMUM });

/** A port's role in a tree, by its number on the wire (IEEE8021-MSTP-MIB, with master). */
export const roleField = () =>
  enumeration({
    label: 'Role',
    access: 'ro',
    help: 'Root and designated ports forward; alternate and backup ports are kept in reserve.',
    choices: {
      disabled: [0, 'Disabled'],
      root: [1, 'Root'],
      alternate: [2, 'Alternate'],
      designated: [3, 'Designated'],
      backup: [4, 'Backup'],
      master: [5, 'Master'],
    },
  });

/** A port's state in a tree (RFC 4188 dot1dStpPortState). */
export const stateField = () =>
  enumeration({
    label: 'State',
    access: 'ro',
    help: 'Traffic passes only in Forwarding.',
    choices: {
      disabled: [1, 'Disabled'],
      blocking: [2, 'Discarding'],
      listening: [3, 'Listening'],
      learning: [4, 'Learning'],
      forwarding: [5, 'Forwarding'],
      broken: [6, 'Broken'],
    },
  });

/** A cost; the standard has the largest one instead of the 0 of a port that has none. */
const pathCost: MibSyntax = { ...integer32, encode: (value) => integer32.encode(Number(value) || COST_MAXIMUM) };

/** Each port in the tree (docs/specification/network.md, "Spanning Tree > Port"; RFC 4188, RFC 4318). */
export const dot1dStpPortEntry = table('dot1dStpPortEntry', {
  title: 'Spanning tree of port',
  page: '/Network/SpanningTree/Port',
  oid: '1.3.6.1.2.1.17.2.15.1',
  index: { dot1dStpPort: portIndex },
  columns: {
    dot1dStpPortEnable: status({
      mib: { column: 4 },
      label: 'STP Status',
      default: 1,
      help: 'A port that does not participate always forwards: a loop through it is not detected.',
    }),
    dot1dStpPortPriority: integer({
      mib: { column: 2 },
      label: 'Priority',
      min: 0,
      max: 240,
      step: 16,
      default: 128,
      help: 'Of two links to the same neighbor, the one with the lower value is used. A multiple of 16.',
    }),
    dot1dStpPortPathCost32: gauge({
      mib: { column: 11, syntax: pathCost },
      label: 'Oper Cost',
      access: 'ro',
      help: 'Cost in use; an automatic one follows the link speed.',
    }),
    stpPortRole: roleField(),
    dot1dStpPortState: { ...stateField(), mib: { column: 3 } },
    dot1dStpPortDesignatedBridge: {
      ...bridgeField('Designated Bridge', 'Bridge that leads from this link to the root.'),
      mib: { column: 8, syntax: bridgeIdentifier },
    },
    dot1dStpPortForwardTransitions: gauge({
      mib: { column: 10, syntax: counter32 },
      label: 'Forward Transitions',
      access: 'ro',
      help: 'Number of times that the port started to forward.',
    }),
  },
  rows: { max: BRIDGE_PORTS_MAXIMUM, of: oneForEachBridgePort('dot1dStpPort') },
  rowName: ({ dot1dStpPort }) => nameOfPort(dot1dStpPort),
  privateMib: { number: 77, columns: ['stpPortRole', 'dot1dStpPortDesignatedBridge retired'] },
});

/** RSTP settings of each port (RFC 4318). */
export const dot1dStpExtPortEntry = table('dot1dStpExtPortEntry', {
  title: 'Spanning tree of port',
  page: '/Network/SpanningTree/Port',
  oid: '1.3.6.1.2.1.17.2.19.1',
  index: { dot1dStpPort: portIndex },
  columns: {
    dot1dStpPortAdminPathCost: integer({
      mib: { column: 6 },
      label: 'Admin Cost',
      min: 0,
      max: COST_MAXIMUM,
      words: { 0: 'Auto' },
      help: '0: by link speed. With MSTP it applies within the region.',
    }),
    dot1dStpPortAdminEdgePort: enumeration({
      label: 'Edge',
      choices: { auto: [0, 'Auto'], yes: [1, 'Yes'], no: [2, 'No'] },
      help: 'An edge port leads only to stations and forwards at once. Auto: after 3 s without a BPDU.',
    }),
    dot1dStpPortOperEdgePort: truth({
      mib: { column: 3 },
      label: 'Oper Edge',
      access: 'ro',
      help: 'Whether the port is treated as an edge port now; a BPDU ends that.',
    }),
    dot1dStpPortAdminPointToPoint: enumeration({
      mib: { column: 4 },
      label: 'P2P',
      default: 2,
      choices: { forceTrue: [0, 'Yes'], forceFalse: [1, 'No'], auto: [2, 'Auto'] },
      help: 'Auto: full duplex links and trunks count as point-to-point.',
    }),
    // Reads return that nothing is in progress.
    dot1dStpPortProtocolMigration: truth({
      mib: { column: 1 },
      label: 'Migration',
      access: 'action',
      help: 'Sends RSTP BPDUs again on a port that fell back to STP, to find out whether the STP neighbor is still there.',
    }),
  },
  rows: { max: BRIDGE_PORTS_MAXIMUM, of: oneForEachBridgePort('dot1dStpPort') },
  rowName: ({ dot1dStpPort }) => nameOfPort(dot1dStpPort),
  privateMib: { number: 78, columns: ['dot1dStpPortAdminEdgePort', 'dot1dStpPortProtocolMigration retired'] },
});

/** MSTP settings of each port (IEEE8021-MSTP-MIB). */
export const ieee8021MstpCistPortEntry = table('ieee8021MstpCistPortEntry', {
  title: 'Spanning tree of port',
  page: '/Network/SpanningTree/Port',
  index: { ieee8021MstpCistPortNum: portIndex },
  columns: {
    ieee8021MstpCistPortAdminPathCost: integer({
      label: 'External Cost',
      min: 0,
      max: COST_MAXIMUM,
      words: { 0: 'Auto' },
      help: 'Between regions, only with MSTP.',
    }),
    ieee8021MstpCistPortRestrictedRole: status({
      label: 'Restricted Role',
      help: 'The port never becomes a root port: bridges behind it cannot become the root.',
    }),
    ieee8021MstpCistPortRestrictedTcn: status({
      label: 'Restricted TCN',
      help: 'Topology changes received here are not passed on.',
    }),
  },
  rows: { max: BRIDGE_PORTS_MAXIMUM, of: oneForEachBridgePort('ieee8021MstpCistPortNum') },
  rowName: ({ ieee8021MstpCistPortNum }) => nameOfPort(ieee8021MstpCistPortNum),
  privateMib: {
    number: 79,
    columns: [
      'ieee8021MstpCistPortNum',
      'ieee8021MstpCistPortAdminPathCost',
      'ieee8021MstpCistPortRestrictedRole',
      'ieee8021MstpCistPortRestrictedTcn',
    ],
  },
});

/** Wire values of `stpPortRole`. */
export const PortRoleValue = dot1dStpPortEntry.fields.stpPortRole.values;

/** Wire values of `dot1dStpPortState`. */
export const PortStateValue = dot1dStpPortEntry.fields.dot1dStpPortState.values;

/** Wire values of `dot1dStpPortAdminEdgePort`. */
export const EdgeValue = dot1dStpExtPortEntry.fields.dot1dStpPortAdminEdgePort.values;

/** Wire values of `dot1dStpPortAdminPointToPoint` (RFC 4318). */
export const PointToPointValue = dot1dStpExtPortEntry.fields.dot1dStpPortAdminPointToPoint.values;
