import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { TRUNKS } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';

/** Ports of a trunk at most. */
export const TRUNK_MEMBERS_MAXIMUM = 8;

/** The ways in which a trunk comes about. */
export const trunkModes = {
  disabled: [0, 'Disabled'],
  manual: [1, 'Manual'],
  active: [2, 'LACP active'],
  passive: [3, 'LACP passive'],
} as const;

/** Which ports forward as one, and how that comes about (docs/specification/network.md, "Trunk > Settings"). */
export const trunkGroupEntry = table('trunkGroupEntry', {
  title: 'Trunk',
  page: '/Network/Trunk/Settings',
  index: { trunkId: integer({ label: 'Trunk ID', access: 'create', min: 1, max: TRUNKS }) },
  columns: {
    trunkMode: enumeration({
      label: 'Mode',
      choices: trunkModes,
      help: 'Manual bundles every member with a link. With LACP both ends agree on it; at least one of them is active. Without a partner one member forwards and the others are on standby.',
    }),
    trunkMemberPorts: portList({
      label: 'Member Ports',
      help: 'At most 8 ports of one kind. They take over the settings and VLANs of the lowest-numbered one.',
    }),
    lacpTimeout: enumeration({
      label: 'Timeout',
      choices: { long: [0, 'Long (90 s)'], short: [1, 'Short (3 s)'] },
      help: 'Time without LACPDUs from the partner before a member leaves the trunk.',
    }),
    trunkHash: enumeration({
      label: 'Load Balance',
      access: 'ro',
      default: 1,
      choices: { 1: 'Source and destination MAC' },
      help: 'Fields that decide which member sends a frame: frames of a conversation stay on one member.',
    }),
  },
  rows: { max: TRUNKS, fixed: true },
  trunk: { members: 'trunkMemberPorts', isInUse: ({ trunkMode }) => trunkMode !== 0 },
  factory: () => Array.from({ length: TRUNKS }, (_, at) => ({ trunkId: at + 1 })),
  rowName: ({ trunkId }) => say('Trunk {{trunk}}', { trunk: trunkId }),
  privateMib: { number: 52, columns: ['trunkId', 'trunkMode', 'trunkMemberPorts', 'lacpTimeout', 'trunkHash'] },
});

/** Wire values of `trunkMode`. */
export const TrunkMode = trunkGroupEntry.fields.trunkMode.values;

/** Wire values of `lacpTimeout` (IEEE 802.1AX LACP_Timeout). */
export const LacpTimeout = trunkGroupEntry.fields.lacpTimeout.values;

/** Whether a trunk's mode is one of LACP. */
export function speaksLacp(trunkMode: number): boolean {
  return trunkMode === TrunkMode.active || trunkMode === TrunkMode.passive;
}
