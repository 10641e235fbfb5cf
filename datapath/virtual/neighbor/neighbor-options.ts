import type { PortList } from '../../../model/values/port-list.ts';
import { NO_PORTS, portBit, portsOf } from '../../../model/values/port-list.ts';
import type { Clock } from '../../clock.ts';
import type { BridgePortNumber, PortNumber, VlanId } from '../../plan.ts';

/** Properties of a neighbor switch. Ports are its own. */
export interface NeighborOptions {
  readonly name: string;
  readonly mac: string;
  /** IPv4 text in a network of 24 bits; without one it is no host. */
  readonly address: string | undefined;
  readonly portCount: number;
  /** The ports that lead to the switch. */
  readonly cabled: PortList;
  /** Those of them that it would aggregate by LACP. */
  readonly trunk: PortList;
  /** Its priority in the spanning tree, 0..61440, a multiple of 4096. */
  readonly priority: number;
  /** VLANs that it carries with their tag, beside VLAN 1 without one. */
  readonly vlans: readonly VlanId[];
  readonly clock: Clock;
}

/** A port of a neighbor as its spanning tree sees it: the trunk, or a port that is in none. */
export interface NeighborBridgePort {
  readonly number: BridgePortNumber;
  readonly members: PortList;
  /** The member that represents it in port lists. */
  readonly representative: PortNumber;
}

/** The only trunk of a neighbor. */
export const NEIGHBOR_TRUNK = 5001;

/** The bridge ports of a neighbor, in the order of their lowest members. */
export function neighborBridgePorts({ portCount, trunk }: NeighborOptions): readonly NeighborBridgePort[] {
  const ports: NeighborBridgePort[] = [];
  const [first] = portsOf(trunk);
  for (let port = 1; port <= portCount; port += 1) {
    if ((trunk & portBit(port)) === NO_PORTS)
      ports.push({ number: port, members: portBit(port), representative: port });
    else if (port === first) ports.push({ number: NEIGHBOR_TRUNK, members: trunk, representative: port });
  }
  return ports;
}
