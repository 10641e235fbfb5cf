import type { VlanId } from '../../datapath/plan.ts';
import { ipNetwork, isInIpNetwork, parseIp, parseIpNetwork } from '../../model/values/ip-prefix.ts';
import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';
import type { AccessPlan } from '../access-plan.ts';

/** Next hop of an answer: into a VLAN, directly to the client or to a gateway. */
export interface NextHop {
  readonly vlan: VlanId;
  readonly gateway: string | undefined;
}

/**
 * The way of an answer to `client`, who comes in by `vlan`, by the longest prefix, a network of the switch's own first; undefined
 * where there is none. A link-local client is where he came from.
 */
export function nextHop({ addresses, routes }: AccessPlan, client: string, vlan?: VlanId): NextHop | undefined {
  const target = parseIp(client);
  if (!target) return undefined;
  const isLinkLocal = classOfIpv6(client) === Ipv6Class.linkLocal;
  const near = [...addresses.values()].filter((one) => !isLinkLocal || one.vlan === vlan);
  const links = near.map(({ vlan, address, prefix }) => ({
    network: ipNetwork(address, prefix),
    hop: { vlan, gateway: undefined },
  }));
  const beyond = [...routes].map(([destination, hop]) => ({ network: parseIpNetwork(destination), hop }));
  let best: { readonly prefix: number; readonly hop: NextHop } | undefined;
  for (const { network, hop } of [...links, ...beyond]) {
    if (!network || network.prefix <= (best?.prefix ?? -1) || !isInIpNetwork(network, target)) continue;
    best = { prefix: network.prefix, hop };
  }
  return best && { vlan: best.hop.vlan, gateway: best.hop.gateway };
}
