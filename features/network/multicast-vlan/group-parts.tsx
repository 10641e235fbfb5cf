import { list } from '../../../console/page/list.tsx';
import { multicastVlanGroupEntry, multicastVlanGroupRangeEntry } from './objects.ts';
import { ProfileChoice } from './row-choices.tsx';
import { useRemovalOfRanges } from './ways-out.ts';

export default [
  list(multicastVlanGroupEntry, {
    title: 'Group profiles',
    columns: [
      'multicastVlanGroupName',
      'multicastVlanGroupIpVersion',
      { name: 'multicastVlanGroupRanges', text: (row) => row.multicastVlanGroupRanges || '–' },
    ],
    filter: 'Name or address',
    empty: 'No profiles.',
    add: { title: 'New group profile', what: 'Add group profile', button: 'Add group profile' },
    useWayOut: useRemovalOfRanges,
    deleteAll: true,
  }),
  list(multicastVlanGroupRangeEntry, {
    title: 'Address ranges',
    filter: 'Name or address',
    empty: 'No address ranges yet.',
    fields: [
      { name: 'multicastVlanGroupName', control: ProfileChoice },
      'multicastVlanGroupStart',
      'multicastVlanGroupEnd',
    ],
    add: { title: 'New address range', what: 'Add addresses to a group profile', button: 'Add address range' },
    deleteAll: true,
  }),
];
