import type { BridgePortNumber, MacAddress, PortNumber, VlanId } from './identifiers.ts';
import type { ForwardingPlan, StaticUnicastPlan } from './plan.ts';
import type { ForwardingState } from './state.ts';

/** Counts of secured ports since the driver started. */
export interface SecureSources {
  /** Frames from other sources, by port: those that the agent was given or let go on afterwards among them. They only grow. */
  readonly unknown: ReadonlyMap<PortNumber, bigint>;
  /** Frames from each secure address at its port, by `addressKey`; the count starts with the entry. */
  readonly heard: ReadonlyMap<string, bigint>;
}

/** Whether a port or trunk is secured. */
export function isSecured({ portSecurity }: Pick<ForwardingPlan, 'portSecurity'>, port: BridgePortNumber): boolean {
  return portSecurity.has(port);
}

/**
 * The unicast addresses that are pinned: those of the plan, and the secure ones of ports that the plan secures, as far as the
 * plan does not pin the same address. The plan's own map where there is nothing to add.
 */
export function pinnedInForce(
  { staticUnicast, portSecurity, learning }: Pick<ForwardingPlan, 'staticUnicast' | 'portSecurity' | 'learning'>,
  { secureAddresses }: Pick<ForwardingState, 'secureAddresses'>,
): ReadonlyMap<string, StaticUnicastPlan> {
  if (secureAddresses.size === 0 || portSecurity.size === 0) return staticUnicast;
  const shared = learning.constraint === 'shared';
  const nameOf = (vlan: VlanId, address: MacAddress) => (shared ? address : `${vlan},${address}`);
  const pinned = new Map(staticUnicast);
  const taken = new Set([...staticUnicast.values()].map(({ vlan, address }) => nameOf(vlan, address)));
  // Of several in one filtering database the first by its key, whichever was added first.
  for (const [key, entry] of [...secureAddresses].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const name = nameOf(entry.vlan, entry.address);
    if (!portSecurity.has(entry.port) || taken.has(name)) continue;
    taken.add(name);
    pinned.set(key, entry);
  }
  return pinned;
}
