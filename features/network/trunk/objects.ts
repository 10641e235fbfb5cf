import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Trunks of this switch (reference/network.md 0.6). */
export const TRUNKS = 8;

/** Ports of a trunk at most. */
export const TRUNK_MEMBERS_MAXIMUM = 8;

/** Which ports forward as one, and how that comes about (reference/network.md, Trunk > Settings). */
export const trunkGroupEntry = table('trunkGroupEntry', {
  title: 'Trunk',
  page: '/Network/Trunk/Settings',
  index: { trunkId: integer({ label: 'Trunk ID', access: 'create', min: 1, max: TRUNKS }) },
  columns: {
    trunkMode: enumeration({
      label: 'Mode',
      choices: {
        disabled: [0, 'Disabled'],
        manual: [1, 'Manual'],
        active: [2, 'LACP active'],
        passive: [3, 'LACP passive'],
      },
      help: 'Manual bundles every member with a link. With LACP both ends agree on it; one of them at least is active.',
    }),
    trunkMemberPorts: portList({
      label: 'Member Ports',
      help: 'At most 8 ports of one kind. They take over the settings and VLANs of the lowest-numbered one.',
    }),
    lacpTimeout: enumeration({
      label: 'Timeout',
      choices: { long: [0, 'Long (90 s)'], short: [1, 'Short (3 s)'] },
      help: 'How long the partner may be silent before a member leaves the trunk.',
    }),
    trunkHash: enumeration({
      label: 'Load Balance',
      access: 'ro',
      default: 1,
      choices: { 1: 'Source and destination MAC' },
    }),
  },
  rows: { max: TRUNKS, fixed: true },
  trunk: { members: 'trunkMemberPorts', isInUse: ({ trunkMode }) => trunkMode !== 0 },
  factory: () => Array.from({ length: TRUNKS }, (_, at) => ({ trunkId: at + 1 })),
  rowName: ({ trunkId }) => say('Trunk {{trunk}}', { trunk: trunkId }),
});

/** Wire values of `trunkMode`. */
export const TrunkMode = trunkGroupEntry.fields.trunkMode.values;

/** Wire values of `lacpTimeout` (IEEE 802.1AX LACP_Timeout). */
export const LacpTimeout = trunkGroupEntry.fields.lacpTimeout.values;
