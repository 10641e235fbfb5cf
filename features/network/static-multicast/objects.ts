import { refuse } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { isControlGroup } from './control-groups.ts';

/** Static multicast groups at most (docs/specification/network.md 0.6). */
export const STATIC_MULTICAST_MAXIMUM = 256;

const anyGroup = mac({
  label: 'Group MAC Address',
  access: 'create',
  addresses: 'multicast',
  help: '32 IPv4 groups share one address: 224.1.1.1 has the same as 225.1.1.1.',
});

/** A group address that no control protocol needs. */
const groupAddress: typeof anyGroup = {
  ...anyGroup,
  read(input) {
    const reading = anyGroup.read(input);
    return reading.ok && isControlGroup(reading.value) ? refuse(say('Invalid MAC address.')) : reading;
  },
};

/** Multicast addresses with fixed ports (docs/specification/network.md, "Static Multicast"; RFC 4363). */
export const dot1qStaticMulticastEntry = table('dot1qStaticMulticastEntry', {
  title: 'Static multicast group',
  page: '/Network/StaticMulticast',
  index: {
    dot1qVlanIndex: vlanId({ label: '802.1Q VLAN', access: 'create', references: { table: dot1qVlanStaticEntry } }),
    dot1qStaticMulticastAddress: groupAddress,
  },
  columns: {
    dot1qStaticMulticastStaticEgressPorts: portList({
      mib: { column: 3 },
      label: 'Group Members',
      memberOf: { table: dot1qVlanStaticEntry, list: 'dot1qVlanStaticEgressPorts', row: 'dot1qVlanIndex' },
      help: 'Frames of the group leave only through these ports and those with detected listeners.',
    }),
    dot1qStaticMulticastForbiddenEgressPorts: portList({
      mib: { column: 4 },
      label: 'Forbidden Ports',
      help: 'Frames of the group never leave through these ports, even with listeners.',
    }),
    dot1qStaticMulticastStatus: enumeration({
      mib: { column: 5 },
      label: 'Status',
      access: 'ro',
      choices: { 3: 'Permanent' },
      help: 'Permanent entries are kept over a restart.',
    }),
  },
  rows: { max: STATIC_MULTICAST_MAXIMUM },
  alikeInTrunk: {
    lists: ['dot1qStaticMulticastStaticEgressPorts', 'dot1qStaticMulticastForbiddenEgressPorts'],
  },
  rowName: ({ dot1qVlanIndex, dot1qStaticMulticastAddress }) =>
    say('static multicast group {{address}} of VLAN {{vlan}}', {
      address: dot1qStaticMulticastAddress,
      vlan: dot1qVlanIndex,
    }),
  oid: '1.3.6.1.2.1.17.7.1.3.2.1',
  // dot1qStaticMulticastReceivePort comes last; 0 is any port.
  mib: { index: ['dot1qVlanIndex', 'dot1qStaticMulticastAddress', 0] },
  privateMib: { number: 48, columns: ['RowStatus'] },
});
