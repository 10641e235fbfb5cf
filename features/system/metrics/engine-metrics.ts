import type { Attack } from '../../../datapath/attack.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { counter, each, gauge, type Metric, only } from '../../../device/metrics/metric.ts';
import { snakeCase } from '../../../model/values/snake-case.ts';
import type { VlanCounts } from '../../../protocols/arp-inspection/state.ts';
import { attentionDesk } from '../../attention/slots.ts';
import { igmpForwarding } from '../../network/igmp-snooping/slots.ts';
import { lldpState } from '../../network/lldp/slots.ts';
import { loopBlocks } from '../../network/loopback-detection/slots.ts';
import { mldForwarding } from '../../network/mld-snooping/slots.ts';
import { spanningTree } from '../../network/spanning-tree/slots.ts';
import { arpCounts } from '../../security/arp-inspection/slots.ts';
import { dhcpBindings, dhcpSnoopingHandle } from '../../security/dhcp-snooping/slots.ts';
import { portDecisions } from '../../security/port-access-control/slots.ts';
import { secureEntries } from '../../security/port-security/slots.ts';

/** Drops of the datapath that belong to no port. */
export interface DropReadings {
  readonly attacks: ReadonlyMap<Attack, bigint>;
  /** Frames that the agent did not get, by class. */
  readonly punts: ReadonlyMap<string, bigint>;
}

/** What the control plane has learned, decided and dropped; engines that are off have no value. */
export function engineMetrics({ slots, counts }: DeviceContext, { attacks, punts }: DropReadings): readonly Metric[] {
  const bridge = slots.get(spanningTree)?.bridge();
  const trees = [...(bridge?.trees ?? [])];
  const { neighbours, table } = slots.get(lldpState);
  const snooping = slots.get(dhcpSnoopingHandle)?.read();
  const bindings = slots.get(dhcpBindings);
  return [
    gauge(
      'mac_addresses',
      'Rows of the address table when they were counted last.',
      only(slots.get(attentionDesk)?.addresses()),
    ),
    counter(
      'spanning_tree_topology_changes_total',
      'Topology changes by spanning tree instance.',
      trees.map(([tree, { topologyChanges }]) => ({ labels: { tree }, value: topologyChanges })),
    ),
    gauge(
      'spanning_tree_root',
      'Whether this switch is the root of the instance.',
      trees.map(([tree, { rootPort }]) => ({ labels: { tree }, value: rootPort === undefined ? 1 : 0 })),
    ),
    gauge('loop_blocked_ports', 'Ports blocked by loopback detection.', only(slots.get(loopBlocks).length)),
    gauge('lldp_neighbors', 'LLDP neighbors.', only(neighbours.size)),
    counter('lldp_neighbor_ageouts_total', 'LLDP neighbors whose time ran out.', only(table.ageouts)),
    gauge('multicast_groups', 'Groups learned by snooping.', [
      { labels: { protocol: 'igmp' }, value: slots.get(igmpForwarding).groups.size },
      { labels: { protocol: 'mld' }, value: slots.get(mldForwarding).groups.size },
    ]),
    gauge('dhcp_bindings', 'Bindings of DHCP snooping.', [
      { labels: { origin: 'learned' }, value: bindings.learnt.size },
      { labels: { origin: 'static' }, value: bindings.fixed.size },
    ]),
    counter(
      'dhcp_snooping_drops_total',
      'DHCP messages dropped by snooping.',
      each(
        'reason',
        Object.entries(snooping?.drops ?? {}).map(([reason, count]) => [snakeCase(reason), count]),
      ),
    ),
    counter('arp_inspection_drops_total', 'ARP packets dropped by inspection.', [
      ...[...slots.get(arpCounts)].map(([vlan, dropped]) => ({ labels: { vlan }, value: dropsOf(dropped) })),
    ]),
    gauge('authorized_ports', 'Ports opened by port access control.', only(slots.get(portDecisions).size)),
    gauge('secure_addresses', 'Addresses accepted by port security.', only(slots.get(secureEntries).size)),
    counter(
      'attack_drops_total',
      'Packets dropped by denial of service protection.',
      each(
        'attack',
        [...attacks].map(([attack, count]) => [snakeCase(attack), count]),
      ),
    ),
    counter('punted_frames_total', 'Frames that the agent received, by class.', each('class', counts.of('punts'))),
    counter('punt_drops_total', 'Frames over the rate of their class, by class.', each('class', punts)),
  ];
}

function dropsOf(counts: VlanCounts): number {
  return (
    counts.listDrops +
    counts.bindingDrops +
    counts.sourceMacFailures +
    counts.destinationMacFailures +
    counts.addressFailures
  );
}
