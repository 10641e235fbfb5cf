import type { Configuration } from '../../../model/configuration/configuration.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList } from '../../../model/values/port-list.ts';
import type { NamedVlan } from '../../../protocols/lldp/information.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/**
 * Returns by port the names of the VLANs that it is a member of, in order. Few ports announce them, and there may be
 * thousands: they are computed at the first request, together for all with the same members.
 */
export function vlanNamesIn(configuration: Configuration): (port: number) => readonly NamedVlan[] {
  let alike: readonly Alike[] | undefined;
  return (port) => {
    alike ??= alikeIn(configuration);
    return alike
      .filter(({ members }) => hasPort(members, port))
      .flatMap(({ named }) => named)
      .sort((a, b) => a.vlan - b.vlan);
  };
}

/** VLANs with the same members. */
interface Alike {
  readonly members: PortList;
  readonly named: NamedVlan[];
}

function alikeIn(configuration: Configuration): readonly Alike[] {
  const groups = new Map<string, Alike>();
  for (const row of configuration.rows(dot1qVlanStaticEntry)) {
    const { dot1qVlanStaticEgressPorts: ports, dot1qVlanIndex: vlan, dot1qVlanStaticName: name } = row;
    const group = groups.get(ports) ?? { members: parsePortList(ports) ?? NO_PORTS, named: [] };
    group.named.push({ vlan, name });
    groups.set(ports, group);
  }
  return [...groups.values()];
}
