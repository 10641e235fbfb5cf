import { list } from '../../../console/page/list.tsx';
import { translate } from '../../../console/translations/language.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { ForbiddenPorts, GroupMembers } from './group-ports.tsx';
import { dot1qStaticMulticastEntry } from './objects.ts';

const members = 'dot1qStaticMulticastStaticEgressPorts';

export default [
  list(dot1qStaticMulticastEntry, {
    title: 'Static multicast groups',
    columns: [
      { name: 'dot1qVlanIndex', title: 'VLAN ID' },
      'dot1qStaticMulticastAddress',
      members,
      'dot1qStaticMulticastForbiddenEgressPorts',
    ],
    filter: 'VLAN, address or port',
    empty: 'No static groups yet.',
    fields: [
      ['dot1qVlanIndex', 'dot1qStaticMulticastAddress'],
      [{ name: members, control: GroupMembers, wide: true }],
      [{ name: 'dot1qStaticMulticastForbiddenEgressPorts', control: ForbiddenPorts, wide: true }],
    ],
    add: { title: 'New static multicast group', what: 'Add static multicast group', button: 'Add group' },
    modify: { title: (_, t) => t('Static multicast group'), what: 'Modify static multicast group' },
    sure: (changes) =>
      !changes.some(leavesNoMember) || { text: translate('A group without members is dropped in its VLAN. Continue?') },
    deleteAll: true,
  }),
];

function leavesNoMember({ kind, row, column, to }: Change): boolean {
  return kind === 'rowAdded' ? row?.[members] === '' : column === members && to === '';
}
