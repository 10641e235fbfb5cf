import { memberPorts } from '../../datapath/bridge-ports.ts';
import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import type { VlanId } from '../../datapath/plan.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import { zoneOf } from '../../model/values/ipv6.ts';
import { hasPort, NO_PORTS, type PortList, portsOf } from '../../model/values/port-list.ts';
import type { AccessAddress, AccessPlan } from '../access-plan.ts';
import { plainAddress } from '../plain-address.ts';
import { type NextHop, nextHop } from './next-hop.ts';
import type { Outlook } from './outlook.ts';

/** Kilobits a second that a session needs to be of use (docs/specification/network.md 0.5). */
export const LEAST_RATE = 8 * 64;

/** How the frames and packets of one session reach the switch and its answers the client. */
export interface Session extends ManagementPath {
  /** The physical ports whose cables lead to the client. */
  readonly cables: PortList;
  /** Whether the client's frames carry the VLAN's tag. */
  readonly tagged: boolean;
  /**
   * The switch's address in the session. If a session does not really pass the datapath (simulation), the connection's
   * addresses are not the switch's; the first address of the VLAN's interface replaces them.
   */
  readonly server: AccessAddress | undefined;
  /** Next hop of answers; undefined if it does not concern the switch. */
  readonly nextHop: NextHop | undefined;
  readonly clientAddress: string | undefined;
  /** The TCP port that the client talks to. */
  readonly serverPort: number;
}

/** Says how a session comes in as things are. */
export function sessionOf({ plan, access }: Outlook, path: ManagementPath, connection: Connection): Session {
  const real = ownAddress(access, connection.localAddress);
  const remote = plainAddress(connection.remoteAddress);
  const cables = memberPorts(plan, path.port);
  const [lowest = 0] = portsOf(cables);
  return {
    ...path,
    cables,
    tagged: lowest > 0 && !hasPort(plan.vlans.get(path.vlan)?.untagged ?? NO_PORTS, lowest),
    server: real ?? firstAddress(access, path.vlan),
    nextHop: real && nextHop(access, remote, path.vlan),
    clientAddress: real && remote,
    serverPort: connection.localPort,
  };
}

/** The switch's address that a text names, of a link-local one that of its zone; undefined where it is none of the switch's. */
export function ownAddress({ addresses }: AccessPlan, text: string): AccessAddress | undefined {
  const plain = plainAddress(text);
  const zone = zoneOf(text);
  return [...addresses.values()].find(
    ({ address, vlan }) =>
      address === plain && (zone === undefined || zone === interfaceName(VLAN_INTERFACE_BASE + vlan)),
  );
}

function firstAddress({ addresses }: AccessPlan, vlan: VlanId): AccessAddress | undefined {
  return [...addresses.values()].find((one) => one.vlan === vlan);
}
