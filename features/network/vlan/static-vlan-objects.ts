import { truth } from '../../../model/schema/kinds/enumeration.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { searched, text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { firstPorts, formatPortList } from '../../../model/values/port-list.ts';
import { tellMembership } from './vlan-sentences.ts';

/** The VLAN that is always there. */
export const DEFAULT_VLAN = 1;

/** The 802.1Q VLANs that an administrator has made (docs/specification/network.md, "VLAN > Tagged"; RFC 4363). */
export const dot1qVlanStaticEntry = table('dot1qVlanStaticEntry', {
  title: 'VLAN',
  page: '/Network/VLAN/Tagged',
  index: {
    dot1qVlanIndex: vlanId({ label: 'VLAN ID', access: 'create', min: DEFAULT_VLAN + 1, fixed: [DEFAULT_VLAN] }),
  },
  columns: {
    dot1qVlanStaticName: text({
      mib: { column: 1 },
      label: 'VLAN Name',
      maxLength: 32,
      help: 'Shown beside the VLAN ID, and sent by LLDP if it announces VLAN names.',
    }),
    dot1qVlanStaticEgressPorts: portList({
      mib: { column: 2 },
      label: 'Member Ports',
      help: 'Frames of this VLAN leave only through these ports: tagged, unless the port is also in the untagged list.',
    }),
    dot1qVlanStaticUntaggedPorts: portList({
      mib: { column: 4 },
      label: 'Static Untagged',
      help: 'Frames of this VLAN leave these ports untagged; all of them are members.',
    }),
    dot1qVlanForbiddenEgressPorts: portList({
      mib: { column: 3 },
      label: 'Forbidden Ports',
      help: 'Protocols never add these ports to the VLAN; none of them is a member.',
    }),
    vlanHasIpInterface: truth({
      label: 'Management',
      access: 'ro',
      help: 'An IP interface of the switch in this VLAN.',
    }),
  },
  rows: { max: ({ maxVlans }) => maxVlans, builtIn: (row) => row.dot1qVlanIndex === DEFAULT_VLAN },
  factory: ({ portCount }) => {
    const everyPort = formatPortList(firstPorts(portCount));
    return [
      {
        dot1qVlanIndex: DEFAULT_VLAN,
        dot1qVlanStaticName: 'Default VLAN',
        dot1qVlanStaticEgressPorts: everyPort,
        dot1qVlanStaticUntaggedPorts: everyPort,
      },
    ];
  },
  filters: {
    fields: {
      vlanNamePart: text({ label: 'Part of the name', access: 'action', maxLength: 32, characters: searched }),
    },
    fits: ({ dot1qVlanStaticName: name = '' }, { vlanNamePart: part = '' }) =>
      String(name).toLowerCase().includes(String(part).toLowerCase()),
  },
  alikeInTrunk: {
    lists: ['dot1qVlanStaticEgressPorts', 'dot1qVlanStaticUntaggedPorts', 'dot1qVlanForbiddenEgressPorts'],
  },
  rowName: ({ dot1qVlanIndex }) => say('VLAN {{vlan}}', { vlan: dot1qVlanIndex }),
  tells: tellMembership,
  oid: '1.3.6.1.2.1.17.7.1.4.3.1',
  mib: { rowStatus: 5 },
  privateMib: { number: 38, columns: ['vlanHasIpInterface'] },
});
