import type { PortState } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { parsePortList, portsOf } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

/** Whether an interface of this VLAN has a link: a member port has. */
export function isVlanUp(configuration: Configuration, vlan: number, states: ReadonlyMap<number, PortState>): boolean {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  const members = row ? parsePortList(row.dot1qVlanStaticEgressPorts) : undefined;
  return members !== undefined && portsOf(members).some((port) => states.get(port)?.link === 'up');
}
