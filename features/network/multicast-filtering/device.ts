import type { MulticastFiltering } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { formatPortList, NO_PORTS } from '../../../model/values/port-list.ts';
import { configuredTrunks } from '../../bridge-ports.ts';
import { igmpForwarding } from '../igmp-snooping/slots.ts';
import { mldForwarding } from '../mld-snooping/slots.ts';
import { withAllMembers } from '../snooping-trunks.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { MulticastFilterMode, multicastFilterEntry } from './objects.ts';

const modes: ReadonlyMap<number, MulticastFiltering> = new Map([
  [MulticastFilterMode.forwardAll, 'forwardAll'],
  [MulticastFilterMode.filterUnregistered, 'filterUnregistered'],
]);

const filtering: Contribution = {
  reads: [multicastFilterEntry],
  compile: (configuration) => ({
    multicastFiltering: new Map(
      configuration.rows(multicastFilterEntry).flatMap(({ dot1qVlanIndex, multicastFilterMode }) => {
        const mode = modes.get(multicastFilterMode);
        return mode === undefined ? [] : [[dot1qVlanIndex, mode]];
      }),
    ),
  }),
};

function floodPorts({ configuration, slots }: DeviceContext): LiveColumnsOf<typeof multicastFilterEntry> {
  const present = configuration();
  const trunks = configuredTrunks(present);
  const members = present.rowMap(dot1qVlanStaticEntry);
  const routers = [slots.get(igmpForwarding).routerPorts, slots.get(mldForwarding).routerPorts];
  return new Map(
    present.rows(multicastFilterEntry).map(({ dot1qVlanIndex: vlan, multicastFilterMode }) => {
      const filters = multicastFilterMode === MulticastFilterMode.filterUnregistered;
      const heard = routers.reduce((all, of) => all | (of.get(vlan)?.ports ?? NO_PORTS), NO_PORTS);
      const ports = filters
        ? formatPortList(withAllMembers(trunks, heard))
        : (members.get(String(vlan))?.dot1qVlanStaticEgressPorts ?? '');
      return [rowKey(multicastFilterEntry, { dot1qVlanIndex: vlan }), { dot1qForwardUnregisteredPorts: ports }];
    }),
  );
}

/** Network > Multicast Filtering. */
export const multicastFiltering: DeviceFeature = {
  objects: [multicastFilterEntry],
  contributions: [filtering],
  live: [live(multicastFilterEntry, { columns: floodPorts })],
};
