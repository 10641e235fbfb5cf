import { useMemo } from 'react';
import { useGroup, useRows } from '../console/call/use-reads.ts';
import { Configuration } from '../model/configuration/configuration.ts';
import { dot1qPortVlanEntry, dot1qVlan } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';

/** The VLANs, the ports' PVIDs and the way of learning as the device has them; undefined while they are read. */
export function useVlans(): Configuration | undefined {
  const { data: vlans } = useRows(dot1qVlanStaticEntry);
  const { data: ports } = useRows(dot1qPortVlanEntry);
  const { data: learning } = useGroup(dot1qVlan);
  return useMemo(
    () =>
      vlans && ports && learning
        ? Configuration.empty
            .withRows(dot1qVlanStaticEntry, vlans)
            .withRows(dot1qPortVlanEntry, ports)
            .withGroup(dot1qVlan, learning)
        : undefined,
    [vlans, ports, learning],
  );
}
