import type { Configuration } from '../../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../../model/configuration/rule.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../../model/schema/object.ts';
import { VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import { formatIpNetwork, ipNetwork, isInIpNetwork, parseIp } from '../../../../model/values/ip-prefix.ts';
import { classOfIpv6, Ipv6Class } from '../../../../model/values/ipv6.ts';
import { type Message, say } from '../../../../model/values/message.ts';
import { networkOf } from '../route-network.ts';
import { networkRule, noNeighbour, onceRule, ownNetwork } from '../static-route-rules.ts';
import { followsRouters } from './addresses.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6IfAddressEntry } from './objects.ts';
import { ipv6StaticRouteEntry } from './route-objects.ts';

type StaticRoute = RowOf<typeof ipv6StaticRouteEntry>;

/** Networks that packets are routed to: none of groups, of this host or of one link (RFC 4291 2.4). */
function isRoutable(network: string, prefix: number): boolean {
  const kind = classOfIpv6(network);
  if (kind === Ipv6Class.unspecified) return prefix === 0;
  return kind === Ipv6Class.global && !network.startsWith('::ffff:');
}

/** The next hop is a neighbor; the prefixes of routers are not known in advance. */
const nextHopRule: Rule = {
  concerns: [ipv6StaticRouteEntry, ipv6InterfaceEntry, ipv6IfAddressEntry],
  *check({ after }) {
    for (const row of after.rows(ipv6StaticRouteEntry)) {
      const { inetCidrRouteIfIndex: vlan } = row;
      const isLinkLocal = classOfIpv6(row.inetCidrRouteNextHop) === Ipv6Class.linkLocal;
      const hasInterface = (other: number) =>
        after.row(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: VLAN_INTERFACE_BASE + other }) !== undefined;
      if (vlan === 0 && isLinkLocal) {
        const message = say('Select the VLAN of a link-local next hop.');
        yield conflict(ipv6StaticRouteEntry, message, { row, column: 'inetCidrRouteIfIndex' });
      } else if (vlan !== 0 && !hasInterface(vlan)) {
        const message = say('VLAN {{vlan}} has no IPv6 interface.', { vlan });
        yield conflict(ipv6StaticRouteEntry, message, { row, column: 'inetCidrRouteIfIndex' });
      } else {
        const message = nextHopFault(row, after, isLinkLocal);
        if (message) yield conflict(ipv6StaticRouteEntry, message, { row, column: 'inetCidrRouteNextHop' });
      }
    }
  },
};

function nextHopFault(row: StaticRoute, after: Configuration, isLinkLocal: boolean): Message | undefined {
  const { inetCidrRouteNextHop: gateway, inetCidrRouteIfIndex: vlan } = row;
  const isAsked = (index: number) => vlan === 0 || index === VLAN_INTERFACE_BASE + vlan;
  const addresses = after.rows(ipv6IfAddressEntry).filter(({ ifIndex }) => isAsked(ifIndex));
  const links = after.rows(ipv6InterfaceEntry).filter((one) => isAsked(one.ipv6InterfaceIfIndex));
  const isOwn =
    addresses.some(({ ipv6Address }) => ipv6Address === gateway) ||
    links.some((one) => one.ipv6AutoLinkLocal !== Status.enabled && one.linkLocalAddress === gateway);
  if (isOwn) return say("The next hop must differ from the switch's own address.");
  const target = parseIp(gateway);
  const near = addresses.flatMap(({ ipv6Address, ipv6AddressPrefixLength }) => {
    const network = ipNetwork(ipv6Address, ipv6AddressPrefixLength);
    return network && target && isInIpNetwork(network, target) ? [formatIpNetwork(network)] : [];
  });
  if (near.includes(networkOf(row))) return ownNetwork(row);
  const mayBeNear = isLinkLocal || near.length > 0 || links.some(followsRouters);
  return mayBeNear ? undefined : noNeighbour(row);
}

/** Rules of static IPv6 routes. */
export const ipv6RouteRules: readonly Rule[] = [
  networkRule(ipv6StaticRouteEntry, isRoutable, say('Invalid IPv6 address.')),
  onceRule(ipv6StaticRouteEntry),
  nextHopRule,
];
