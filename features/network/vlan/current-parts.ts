import { list } from '../../../console/page/list.tsx';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanCurrentEntry } from './objects.ts';

export default [
  list(dot1qVlanCurrentEntry, {
    title: 'VLANs in force',
    filter: 'Filter by id or name',
    kept: false,
    columns: [
      'dot1qVlanIndex',
      'dot1qVlanStaticName',
      'dot1qVlanStatus',
      {
        key: 'tagged',
        title: 'Tagged ports',
        text: ({ dot1qVlanCurrentEgressPorts: members, dot1qVlanCurrentUntaggedPorts: untagged }) =>
          formatPortList((parsePortList(members) ?? NO_PORTS) & ~(parsePortList(untagged) ?? NO_PORTS)),
      },
      { name: 'dot1qVlanCurrentUntaggedPorts', title: 'Untagged ports' },
      'dot1qVlanFdbId',
      'dot1qVlanCreationTime',
    ],
  }),
];
