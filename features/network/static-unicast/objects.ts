import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { portListOfOne } from '../../../model/smi/syntax.ts';
import { TRUNKS } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** Static unicast addresses at most (docs/specification/network.md 0.6). */
export const STATIC_UNICAST_MAXIMUM = 256;

/** Addresses pinned to a port (docs/specification/network.md, "Static Unicast"; RFC 4363). */
export const dot1qStaticUnicastEntry = table('dot1qStaticUnicastEntry', {
  title: 'Static unicast address',
  page: '/Network/StaticUnicast',
  index: {
    dot1qVlanIndex: vlanId({ label: '802.1Q VLAN', access: 'create', references: { table: dot1qVlanStaticEntry } }),
    dot1qStaticUnicastAddress: mac({ label: 'MAC Address', access: 'create', addresses: 'unicast' }),
  },
  columns: {
    dot1qStaticUnicastAllowedToGoTo: port({
      mib: { column: 3, syntax: portListOfOne },
      label: 'Port',
      maximum: PORT_LIST_MAXIMUM,
      trunks: TRUNKS,
      memberOf: { table: dot1qVlanStaticEntry, list: 'dot1qVlanStaticEgressPorts', row: 'dot1qVlanIndex' },
      help: 'Frames to the address leave only through this port. For a trunk, choose the trunk, not a member.',
    }),
    dot1qStaticUnicastStatus: enumeration({
      mib: { column: 4 },
      label: 'Status',
      access: 'ro',
      choices: { 3: 'Permanent', 4: 'Delete on reset' },
      help: 'Permanent entries are kept over a restart.',
    }),
  },
  rows: { max: STATIC_UNICAST_MAXIMUM },
  rowName: ({ dot1qVlanIndex, dot1qStaticUnicastAddress }) =>
    say('static unicast address {{address}} of VLAN {{vlan}}', {
      address: dot1qStaticUnicastAddress,
      vlan: dot1qVlanIndex,
    }),
  oid: '1.3.6.1.2.1.17.7.1.3.1.1',
  // dot1qStaticUnicastReceivePort comes last; 0 is any port.
  mib: { index: ['dot1qVlanIndex', 'dot1qStaticUnicastAddress', 0] },
  privateMib: { number: 37, columns: ['RowStatus'] },
});
