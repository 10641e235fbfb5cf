import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

const page = '/Network/PhysicalInterface';

const portName = (port: number) => say('port {{port}}', { port });

/** Whether each port is wanted up, and whether it is (RFC 2863). */
export const ifEntry = table('ifEntry', {
  title: 'Physical interface',
  page,
  oid: '1.3.6.1.2.1.2.2.1',
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    ifOperStatus: enumeration({
      mib: { column: 8 },
      label: 'Link Status',
      access: 'ro',
      default: 2,
      choices: { up: [1, 'Up'], down: [2, 'Down'] },
      help: 'Whether the link to the far end is established.',
    }),
    ifAdminStatus: status({
      mib: { column: 7 },
      label: 'Admin. Status',
      default: 1,
      help: 'Disabled takes the link down and clears the addresses learned on the port.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['ifAdminStatus'] },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => portName(ifIndex),
});

/** Flow control of each port by pause frames (RFC 3635). */
export const dot3PauseEntry = table('dot3PauseEntry', {
  title: 'Physical interface',
  page,
  oid: '1.3.6.1.2.1.10.7.10.1',
  index: { dot3StatsIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot3PauseAdminMode: enumeration({
      mib: { column: 1 },
      label: 'Flow Ctrl',
      default: 1,
      help: 'Pause frames in both directions, on full duplex links.',
      choices: { disabled: [1, 'Disabled'], bothDirections: [4, 'Enabled'] },
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['dot3PauseAdminMode'] },
  factory: ({ ports }) => [...ports.keys()].map((dot3StatsIndex) => ({ dot3StatsIndex })),
  rowName: ({ dot3StatsIndex }) => portName(dot3StatsIndex),
});

/**
 * Hardware, settings and state of each port beyond the tables of the standards (docs/specification/network.md,
 * "Physical Interface"): `ifAlias` is here and not with the counters of ifXEntry, since it is configured.
 */
export const portCtrlEntry = table('portCtrlEntry', {
  title: 'Physical interface',
  page,
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    portTrunkId: gauge({
      label: 'Trunk',
      access: 'ro',
      words: { 0: '–' },
      help: 'Trunk that the port is a member of.',
    }),
    portMediaType: enumeration({
      label: 'Type',
      access: 'ro',
      choices: { 1: 'Copper', 2: 'Fiber', 3: 'Combo' },
      help: 'Combo: a copper and a fiber connector, of which one is used.',
    }),
    portMode: enumeration({
      label: 'Mode',
      help: 'A forced mode disables auto-negotiation; set the far end to the same mode.',
      choices: {
        auto: [1, 'Auto'],
        '1000F': [2, '1000F'],
        '100F': [3, '100F'],
        '100H': [4, '100H'],
        '10F': [5, '10F'],
        '10H': [6, '10H'],
        '10GF': [7, '10GF'],
      },
    }),
    portModesOffered: text({
      label: 'Modes offered',
      access: 'ro',
      maxLength: 32,
      default: '1',
      help: 'Modes that the port supports, as numbers separated by commas.',
    }),
    portLinkSpeed: enumeration({
      label: 'Speed',
      access: 'ro',
      choices: { 0: '–', 1: '10M', 2: '100M', 3: '1G', 4: '10G' },
      help: 'Speed in use; none without a link.',
    }),
    ifHighSpeed: gauge({ label: 'Rate', access: 'ro', unit: 'Mbit/s', help: 'Speed in use; 0 without a link.' }),
    dot3StatsDuplexStatus: enumeration({
      label: 'Duplex',
      access: 'ro',
      choices: { unknown: [1, 'Unknown'], half: [2, 'Half'], full: [3, 'Full'] },
      help: 'Half duplex on one end only is a mismatch, which causes late collisions and damaged frames.',
    }),
    ifAlias: text({
      mib: { column: '1.3.6.1.2.1.31.1.1.1.18', isServedElsewhere: true },
      label: 'Description',
      maxLength: 32,
      help: 'Text that names the port, on the panel and in the port description sent by LLDP.',
    }),
    portJumbo: status({
      label: 'Jumbo',
      help: 'Frames of up to 9216 octets instead of 1522, in both directions; larger ones are discarded and counted.',
    }),
    portErrDisabled: truth({
      label: 'Err-disabled',
      access: 'ro',
      help: 'Yes: a protection has shut the port down. Disable and enable it to reopen it.',
    }),
    portLoopStatus: enumeration({
      label: 'Loop Status',
      access: 'ro',
      choices: { normal: [1, 'Normal'], loop: [2, 'Loop'] },
      help: 'Loop: loopback detection found a loop behind the port.',
    }),
    portEapPass: status({ label: 'EAP Pass', help: 'Forwards 802.1X authentication frames like ordinary multicast.' }),
    portBpduPass: status({ label: 'BPDU Pass', help: 'Forwards spanning tree frames like ordinary multicast.' }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['portMode', 'portJumbo', 'portEapPass', 'portBpduPass'] },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => portName(ifIndex),
  privateMib: {
    number: 34,
    columns: [
      'portMediaType',
      'portMode',
      'portModesOffered',
      'portLinkSpeed',
      'ifHighSpeed retired',
      'dot3StatsDuplexStatus retired',
      'portJumbo',
      'portEapPass',
      'portBpduPass',
      'portTrunkId',
      'ifIndex retired',
      'portErrDisabled',
      'portLoopStatus',
    ],
  },
});

/** Wire values of `dot3StatsDuplexStatus` (RFC 3635). */
export const DuplexStatus = portCtrlEntry.fields.dot3StatsDuplexStatus.values;

/** Wire values of `ifOperStatus` (docs/specification/product.md 4, "Port link"). */
export const LinkStatus = ifEntry.fields.ifOperStatus.values;

/** Wire values of `portLoopStatus` (docs/specification/product.md 4, "Loop status"). */
export const PortLoopStatus = portCtrlEntry.fields.portLoopStatus.values;

/** Wire values of `dot3PauseAdminMode` that are offered (RFC 3635). */
export const PauseMode = dot3PauseEntry.fields.dot3PauseAdminMode.values;

/** Wire values of `portMode`. */
export const PortModeValue = portCtrlEntry.fields.portMode.values;
