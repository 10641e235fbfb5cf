import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Every VLAN in force, from any source (docs/specification/network.md, "VLAN > Current"; RFC 4363). */
export const dot1qVlanCurrentEntry = table('dot1qVlanCurrentEntry', {
  title: 'VLAN in force',
  help: 'VLANs in force from any source: static ones, GVRP, voice VLAN, authentication.',
  page: '/Network/VLAN/Current',
  index: { dot1qVlanIndex: vlanId({ label: 'VLAN ID', access: 'ro' }) },
  columns: {
    dot1qVlanStaticName: text({ label: 'Name', access: 'ro', maxLength: 32 }),
    dot1qVlanStatus: enumeration({
      mib: { column: 6 },
      label: 'Status',
      access: 'ro',
      default: 2,
      choices: { other: [1, 'Other'], permanent: [2, 'Permanent'], dynamicGvrp: [3, 'Dynamic (GVRP)'] },
    }),
    dot1qVlanCurrentEgressPorts: portList({ mib: { column: 4 }, label: 'Member Ports', access: 'ro' }),
    dot1qVlanCurrentUntaggedPorts: portList({ mib: { column: 5 }, label: 'Untagged Ports', access: 'ro' }),
    dot1qVlanFdbId: vlanId({
      mib: { column: 3 },
      label: 'FID',
      access: 'ro',
      help: 'Address table of the VLAN; the same for all VLANs with shared learning.',
    }),
    dot1qVlanCreationTime: ticks({
      mib: { column: 7 },
      label: 'Created',
      access: 'ro',
      help: 'Time since the start of the switch.',
    }),
  },
  rows: { max: 4094 },
  rowName: ({ dot1qVlanIndex }) => say('VLAN {{vlan}}', { vlan: dot1qVlanIndex }),
  oid: '1.3.6.1.2.1.17.7.1.4.2.1',
  // dot1qVlanTimeMark comes first; 0 requests rows of any time.
  mib: { index: [0, 'dot1qVlanIndex'] },
  privateMib: { number: 42, columns: ['dot1qVlanStaticName retired'] },
});

/** Values of `dot1qVlanStatus` (RFC 4363). */
export const VlanStatus = dot1qVlanCurrentEntry.fields.dot1qVlanStatus.values;
