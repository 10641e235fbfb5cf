import { list } from '../../../console/page/list.tsx';
import { multicastVlanAssocEntry } from './objects.ts';
import { MulticastVlanChoice, ProfileChoice } from './row-choices.tsx';

export default [
  list(multicastVlanAssocEntry, {
    title: 'Groups of multicast VLANs',
    columns: [
      'multicastVlanId',
      'multicastVlanAssocVlanName',
      'multicastVlanGroupName',
      { name: 'multicastVlanAssocRanges', text: (row) => row.multicastVlanAssocRanges || '–' },
    ],
    filter: 'VLAN, name or address',
    empty: 'No groups yet.',
    fields: [
      { name: 'multicastVlanId', control: MulticastVlanChoice },
      { name: 'multicastVlanGroupName', control: ProfileChoice },
    ],
    add: { title: 'Associate a profile', what: 'Associate a group profile', button: 'Associate a profile' },
    deleteAll: true,
  }),
];
