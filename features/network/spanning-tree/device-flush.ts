import type { FlushSelection } from '../../../datapath/datapath.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { NO_PORTS, type PortList } from '../../../model/values/port-list.ts';
import { VLAN_ID_MAXIMUM } from '../../../model/values/vlan-list.ts';
import type { Flush } from '../../../protocols/spanning-tree/bridge-state.ts';
import type { BridgePort } from '../../bridge-ports.ts';
import { treeOfVlans } from './device-settings.ts';

/**
 * The selections to flush so that each port forgets the addresses that it learned in each of the trees: one selection
 * for all trees with the same ports, so that a topology change needs one flush, however many ports and VLANs there are.
 */
export function flushesOf(
  flush: readonly Flush[],
  ports: ReadonlyMap<number, BridgePort>,
  configuration: Configuration,
): readonly FlushSelection[] {
  const portsOfTree = new Map<number, PortList>();
  for (const { tree, port } of flush) {
    portsOfTree.set(tree, (portsOfTree.get(tree) ?? NO_PORTS) | (ports.get(port)?.members ?? NO_PORTS));
  }
  const treesOfPorts = new Map<PortList, Set<number>>();
  for (const [tree, list] of portsOfTree) treesOfPorts.set(list, (treesOfPorts.get(list) ?? new Set()).add(tree));
  const treeOf = treeOfVlans(configuration);
  return [...treesOfPorts].map(([list, trees]) =>
    treeOf.size === 0 ? { ports: list } : { ports: list, vlans: vlansOf(trees, treeOf) },
  );
}

function vlansOf(trees: ReadonlySet<number>, treeOf: ReadonlyMap<number, number>): ReadonlySet<number> {
  const vlans = new Set<number>();
  for (let vlan = 1; vlan <= VLAN_ID_MAXIMUM; vlan += 1) if (trees.has(treeOf.get(vlan) ?? 0)) vlans.add(vlan);
  return vlans;
}
