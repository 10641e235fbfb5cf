import { hasPort, NO_PORTS, type PortList, portBit } from '../model/values/port-list.ts';
import { bridgePortOf } from './bridge-ports.ts';
import type { MacAddress, PortNumber, VlanId } from './identifiers.ts';
import type { ConfiguredVlan, ForwardingPlan, VlanPlan } from './plan.ts';

/** What an authenticator lets pass at a physical port (IEEE 802.1X-2004 6.4). */
export interface PortAccess {
  /** Whose frames come in: everybody's, or those of these stations alone. */
  readonly admits: 'everybody' | ReadonlySet<MacAddress>;
  /** Whether frames leave by it. Those that the agent sends out of the port do in any case. */
  readonly sends: boolean;
  /** Takes the place of the PVID and of the VLANs that the plan sends by it untagged (RFC 3580 3.31), where that VLAN exists. */
  readonly vlan: VlanId | undefined;
}

/** Nothing comes in or leaves. */
export const closedPort: PortAccess = { admits: new Set(), sends: false, vlan: undefined };

/** What is said of ports that are in no trunk; of a trunk's member it means nothing. */
export function accessInForce(
  plan: Pick<ForwardingPlan, 'trunks'>,
  access: ReadonlyMap<PortNumber, PortAccess>,
): ReadonlyMap<PortNumber, PortAccess> {
  if (plan.trunks.size === 0 || access.size === 0) return access;
  return new Map([...access].filter(([port]) => bridgePortOf(plan, port) === port));
}

/** The ports that send nothing. */
export function silentPorts(access: ReadonlyMap<PortNumber, PortAccess>): PortList {
  let list = NO_PORTS;
  for (const [port, { sends }] of access) if (!sends) list |= portBit(port);
  return list;
}

/** The VLANs that ports were assigned to, as far as they exist. */
export function assignedVlans(
  access: ReadonlyMap<PortNumber, PortAccess>,
  exists: (vlan: VlanId) => boolean,
): ReadonlyMap<PortNumber, VlanId> {
  const assigned = new Map<PortNumber, VlanId>();
  for (const [port, { vlan }] of access) if (vlan !== undefined && exists(vlan)) assigned.set(port, vlan);
  return assigned;
}

/** A VLAN with the ports that were assigned to it, and without those that were assigned to another one and had it untagged. */
export function withAssigned(
  vlan: VlanId,
  entry: ConfiguredVlan,
  assignedTo: ReadonlyMap<PortNumber, VlanId>,
): VlanPlan {
  let { members, untagged } = entry;
  for (const [port, assigned] of assignedTo) {
    const bit = portBit(port);
    if (assigned === vlan) {
      if (hasPort(entry.forbidden ?? NO_PORTS, port)) continue;
      members |= bit;
      untagged |= bit;
    } else if (hasPort(untagged, port)) {
      members &= ~bit;
      untagged &= ~bit;
    }
  }
  return members === entry.members && untagged === entry.untagged ? entry : { members, untagged };
}
