import { portList } from '../../../../model/schema/kinds/port-list.ts';
import { MulticastFilterMode, multicastFilterEntry } from '../../../network/multicast-filtering/objects.ts';
import { dot1qVlanStaticEntry } from '../../../network/vlan/static-vlan-objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { beside } from './beside.ts';
import { UNSEEN } from './columns.ts';

const FORWARD_ALL = '1.3.6.1.2.1.17.7.1.2.4.1';
const FORWARD_UNREGISTERED = '1.3.6.1.2.1.17.7.1.2.5.1';

const ports = (column: string) => portList({ label: UNSEEN, access: 'ro', mib: { column } });

/** The multicast of each VLAN, as RFC 4363 has it beside what the page sets: one mode decides on both of its tables. */
export const multicastObjects: readonly StandardObject[] = [
  beside(
    'dot1qForwardEntry',
    multicastFilterEntry,
    {
      dot1qForwardAllPorts: ports(`${FORWARD_ALL}.1`),
      dot1qForwardAllStaticPorts: ports(`${FORWARD_ALL}.2`),
      dot1qForwardAllForbiddenPorts: ports(`${FORWARD_ALL}.3`),
      dot1qForwardUnregisteredStaticPorts: ports(`${FORWARD_UNREGISTERED}.2`),
      dot1qForwardUnregisteredForbiddenPorts: ports(`${FORWARD_UNREGISTERED}.3`),
    },
    ({ dot1qVlanIndex, multicastFilterMode: mode }, { configuration }) => {
      const members =
        configuration().rowMap(dot1qVlanStaticEntry).get(String(dot1qVlanIndex))?.dot1qVlanStaticEgressPorts ?? '';
      const all = mode === MulticastFilterMode.forwardAll ? members : '';
      return {
        dot1qForwardAllPorts: all,
        dot1qForwardAllStaticPorts: all,
        dot1qForwardAllForbiddenPorts: '',
        dot1qForwardUnregisteredStaticPorts: mode === MulticastFilterMode.filterUnregistered ? '' : members,
        dot1qForwardUnregisteredForbiddenPorts: '',
      };
    },
  ),
];
