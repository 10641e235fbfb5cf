import { list } from '../../../console/page/list.tsx';
import { translate } from '../../../console/translations/language.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { dot1qVlanCurrentEntry, VlanStatus } from './current-vlan-objects.ts';
import { DEFAULT_VLAN } from './static-vlan-objects.ts';

export default [
  list(dot1qVlanCurrentEntry, {
    title: 'VLANs in force',
    filter: 'Filter by ID or name',
    kept: false,
    columns: [
      'dot1qVlanIndex',
      'dot1qVlanStaticName',
      {
        name: 'dot1qVlanStatus',
        // As its own page has it: what the standard calls permanent is what somebody configured.
        text: ({ dot1qVlanIndex: vlan, dot1qVlanStatus: status }) =>
          translate(
            status === VlanStatus.permanent && vlan !== DEFAULT_VLAN
              ? 'Static'
              : dot1qVlanCurrentEntry.fields.dot1qVlanStatus.show(status),
          ),
      },
      {
        key: 'tagged',
        title: 'Tagged ports',
        text: ({ dot1qVlanCurrentEgressPorts: members, dot1qVlanCurrentUntaggedPorts: untagged }) =>
          formatPortList((parsePortList(members) ?? NO_PORTS) & ~(parsePortList(untagged) ?? NO_PORTS)),
      },
      { name: 'dot1qVlanCurrentUntaggedPorts', title: 'Untagged ports' },
      'dot1qVlanFdbId',
      { name: 'dot1qVlanCreationTime', title: 'Created after start' },
    ],
  }),
];
