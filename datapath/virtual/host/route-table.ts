import { type IpNetwork, ipNetwork, isInIpNetwork, parseIp, parseIpNetwork } from '../../../model/values/ip-prefix.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { ipv4Broadcast } from '../../../model/values/ipv4-mask.ts';
import { classOfIpv6, Ipv6Class, parseIpv6 } from '../../../model/values/ipv6.ts';
import type { ForwardingPlan, InterfacePlan } from '../../plan.ts';

/** A packet's egress from the switch, its source address, and the neighbor that receives it. */
export interface Route {
  readonly via: InterfacePlan;
  readonly source: string;
  readonly neighbour: string;
}

interface Way {
  readonly network: IpNetwork;
  readonly via: InterfacePlan;
  /** The switch's own address that its packets come from. */
  readonly source: string;
  /** Undefined on the link itself. */
  readonly gateway: string | undefined;
}

/**
 * The ways out of the switch's own station, of both families. Of several the longest prefix counts; a link goes before a route to
 * the same network. Interfaces that are off, or have no address of the family, lead nowhere.
 */
export class RouteTable {
  /** The longest prefix first. */
  readonly #ways: readonly Way[];

  constructor({ interfaces, routes }: Pick<ForwardingPlan, 'interfaces' | 'routes'>) {
    const links = [...interfaces.values()].filter(({ enabled }) => enabled).flatMap(linksOf);
    const beyond = [...routes.values()].flatMap(({ destination, vlan, gateway }): Way[] => {
      const network = parseIpNetwork(destination);
      const link = linkTo(gateway, vlan, links);
      return network && link ? [{ ...link, network, gateway }] : [];
    });
    this.#ways = [...links, ...beyond].sort((a, b) => b.network.prefix - a.network.prefix);
  }

  /** The way to `destination`; undefined where none leads there. */
  wayTo(destination: string): Route | undefined {
    const target = parseIp(destination);
    const way = target && this.#ways.find(({ network }) => isInIpNetwork(network, target));
    if (!way) return undefined;
    const { via, gateway, source } = way;
    return { via, source: sourceFor(via, destination) ?? source, neighbour: gateway ?? destination };
  }
}

function linksOf(via: InterfacePlan): Way[] {
  return via.addresses.flatMap(({ address, prefix }) => {
    const network = ipNetwork(address, prefix);
    return network ? [{ network, via, source: address, gateway: undefined }] : [];
  });
}

/** The link in a VLAN that a gateway is on; of a link-local one any of its family. */
function linkTo(gateway: string, vlan: number, links: readonly Way[]): Way | undefined {
  const target = parseIp(gateway);
  if (!target) return undefined;
  const own = links.filter(({ via, network }) => via.vlan === vlan && network.width === target.width);
  return own.find(({ network }) => isInIpNetwork(network, target)) ?? own[0];
}

/**
 * The address of IPv6 from which an interface speaks to `destination` (RFC 6724 5): one of its scope, none that is no source, the
 * one that has most of its bits in common; undefined for IPv4.
 */
function sourceFor(via: InterfacePlan, destination: string): string | undefined {
  const target = parseIpv6(destination);
  if (target === undefined) return undefined;
  const isNear = classOfIpv6(destination) === Ipv6Class.linkLocal;
  let best: { readonly address: string; readonly rank: number } | undefined;
  for (const { address, isNoSource = false, isAnycast = false } of via.addresses) {
    const own = parseIpv6(address);
    if (own === undefined || isAnycast) continue;
    const fits = (classOfIpv6(address) === Ipv6Class.linkLocal) === isNear;
    const rank = (fits ? 1000 : 0) + (isNoSource ? 0 : 500) + commonBits(own, target);
    if (!best || rank > best.rank) best = { address, rank };
  }
  return best?.address;
}

/** How many leading bits two addresses of IPv6 have in common. */
function commonBits(one: bigint, other: bigint): number {
  const differing = one ^ other;
  return differing === 0n ? 128 : 128 - differing.toString(2).length;
}

/** Whether a datagram to `destination` that came in by an interface is for every station there (RFC 919). */
export function isBroadcastOf(own: InterfacePlan, destination: string): boolean {
  if (destination === '255.255.255.255') return true;
  const number = parseIpv4(destination);
  return own.addresses.some(({ address, prefix }) => {
    const ownNumber = parseIpv4(address);
    return ownNumber !== undefined && prefix < 31 && ipv4Broadcast(ownNumber, prefix) === number;
  });
}
