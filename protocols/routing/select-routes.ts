import { formatIpNetwork, type IpNetwork, ipNetwork, isInIpNetwork, parseIp } from '../../model/values/ip-prefix.ts';
import { classOfIpv6, Ipv6Class } from '../../model/values/ipv6.ts';

/** A way to a network that somebody named: an administrator, a DHCP server, a router. Of either family. */
export interface RouteCandidate {
  /** In canonical text, host bits zero: "203.0.113.0/24", "::/0". */
  readonly destination: string;
  /** The gateway, in canonical text. */
  readonly gateway: string;
  /** The VLAN that it leaves by; undefined for the one that the gateway is in. A link-local gateway needs one. */
  readonly vlan: number | undefined;
  /** Of several of one role the least goes first. */
  readonly metric: number;
  /** A backup is taken where no primary can be. */
  readonly role: 'primary' | 'backup';
}

/** One of the switch's own interfaces. */
export interface RoutedLink {
  readonly vlan: number;
  /** It is enabled, and somebody may be there. */
  readonly isUp: boolean;
  /** In canonical text; none while it is disabled. */
  readonly addresses: readonly { readonly address: string; readonly prefix: number }[];
}

/** State of a candidate. */
export interface SelectedRoute<Candidate> {
  readonly candidate: Candidate;
  /** The VLAN that it leaves by; undefined where the gateway is on no link. */
  readonly vlan: number | undefined;
  /** In use; ready, but another one to the same network goes before; or not usable as things are. */
  readonly state: 'active' | 'standby' | 'inactive';
}

/**
 * Decides which of the routes to each network is in use: one whose gateway is a neighbor on a link that is up, primary
 * ones before backups, then by metric, then as listed. Networks of the switch itself need no gateway: a link takes
 * precedence over every route to its own network, whether it is up or not (RFC 1812 5.2.4.3). Returned in the order of
 * `candidates`. The same for both families.
 */
export function selectRoutes<Candidate extends RouteCandidate>(
  candidates: readonly Candidate[],
  links: readonly RoutedLink[],
): readonly SelectedRoute<Candidate>[] {
  const subnets = links.flatMap(subnetsOf);
  const own = new Set(links.flatMap(({ addresses }) => addresses.map(({ address }) => address)));
  const ways = candidates.map((candidate) => wayOf(candidate, subnets, links, own));
  const connected = new Set(subnets.map(({ network }) => formatIpNetwork(network)));
  const best = new Map<string, Candidate>();
  for (const [at, candidate] of candidates.entries()) {
    if (!ways[at]?.isUsable || connected.has(candidate.destination)) continue;
    const present = best.get(candidate.destination);
    if (!present || goesBefore(candidate, present)) best.set(candidate.destination, candidate);
  }
  return candidates.map((candidate, at) => {
    const { vlan, isUsable = false } = ways[at] ?? {};
    const isBest = best.get(candidate.destination) === candidate;
    return { candidate, vlan, state: isBest ? 'active' : isUsable ? 'standby' : 'inactive' };
  });
}

function goesBefore(one: RouteCandidate, other: RouteCandidate): boolean {
  if (one.role !== other.role) return one.role === 'primary';
  return one.metric < other.metric;
}

interface Subnet {
  readonly link: RoutedLink;
  readonly network: IpNetwork;
}

function subnetsOf(link: RoutedLink): Subnet[] {
  return link.addresses.flatMap(({ address, prefix }) => {
    const network = ipNetwork(address, prefix);
    return network ? [{ link, network }] : [];
  });
}

function wayOf(
  { gateway, vlan }: RouteCandidate,
  subnets: readonly Subnet[],
  links: readonly RoutedLink[],
  own: ReadonlySet<string>,
): { vlan: number | undefined; isUsable: boolean } {
  const address = parseIp(gateway);
  if (!address || own.has(gateway)) return { vlan: undefined, isUsable: false };
  if (classOfIpv6(gateway) === Ipv6Class.linkLocal) {
    const link = links.find((one) => one.vlan === vlan);
    return { vlan: link?.vlan, isUsable: link?.isUp ?? false };
  }
  const reaching = subnets
    .filter(({ link, network }) => (vlan === undefined || link.vlan === vlan) && isInIpNetwork(network, address))
    .sort((a, b) => Number(b.link.isUp) - Number(a.link.isUp) || b.network.prefix - a.network.prefix);
  const link = reaching[0]?.link;
  return { vlan: link?.vlan, isUsable: link?.isUp ?? false };
}
