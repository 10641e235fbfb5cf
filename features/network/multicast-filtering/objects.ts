import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { oneForEach, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** Handling of multicast without known listeners per VLAN (docs/specification/network.md, "Multicast Filtering"). */
export const multicastFilterEntry = table('multicastFilterEntry', {
  title: 'Multicast filtering of VLAN',
  page: '/Network/MulticastFiltering',
  index: { dot1qVlanIndex: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    multicastFilterMode: enumeration({
      label: 'Filtering Mode',
      choices: {
        forwardAll: [1, 'Forward all groups'],
        forwardUnregistered: [2, 'Forward unregistered groups'],
        filterUnregistered: [3, 'Filter unregistered groups'],
      },
      default: 2,
      help: 'A group is registered once snooping detects a listener. Unregistered groups are flooded, or go only to router ports.',
    }),
    dot1qForwardUnregisteredPorts: portList({
      mib: { column: '1.3.6.1.2.1.17.7.1.2.5.1.1' },
      label: 'Unregistered Flood Ports',
      access: 'ro',
      help: 'Ports that receive groups without known listeners.',
    }),
  },
  rows: {
    max: VLAN_ID_MAXIMUM,
    of: oneForEach(dot1qVlanStaticEntry, { dot1qVlanIndex: 'dot1qVlanIndex' }),
  },
  rowName: ({ dot1qVlanIndex }) => say('VLAN {{vlan}}', { vlan: dot1qVlanIndex }),
  privateMib: {
    number: 80,
    columns: ['dot1qVlanIndex retired', 'multicastFilterMode', 'dot1qForwardUnregisteredPorts retired'],
  },
});

/** Wire values of `multicastFilterMode`. */
export const MulticastFilterMode = multicastFilterEntry.fields.multicastFilterMode.values;
