import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatIpNetwork, ipNetwork, isInIpNetwork, parseIp } from '../../../model/values/ip-prefix.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { isHostInIpv4Subnet } from '../../../model/values/ipv4-mask.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from './objects.ts';
import { type OwnAddress, ownAddresses } from './own-addresses.ts';
import { networkOf } from './route-network.ts';
import { ipStaticRouteEntry } from './route-objects.ts';
import { networkRule, noNeighbour, onceRule, ownNetwork } from './static-route-rules.ts';

type StaticRoute = RowOf<typeof ipStaticRouteEntry>;

/** Networks that packets are routed to: neither this host's own, nor groups (RFC 1122 3.2.1.3). */
function isRoutable(network: string, prefix: number): boolean {
  const first = (parseIpv4(network) ?? 0) >>> 24;
  return prefix === 0 || (first > 0 && first !== 127 && first < 224);
}

/** The gateway is a neighbor in a subnet of the switch; the one from a DHCP server is not known in advance. */
const gatewayRule: Rule = {
  concerns: [ipStaticRouteEntry, ipv4InterfaceEntry, ipIfSecondaryEntry],
  *check({ after }) {
    const routes = after.rows(ipStaticRouteEntry);
    if (routes.length === 0) return;
    const own = ownAddresses(after);
    for (const row of routes) {
      const message = gatewayFault(row, own, after);
      if (message) yield conflict(ipStaticRouteEntry, message, { row, column: 'inetCidrRouteNextHop' });
    }
  },
};

function gatewayFault(row: StaticRoute, own: readonly OwnAddress[], configuration: Configuration): Message | undefined {
  const { inetCidrRouteNextHop: gateway, inetCidrRouteIfIndex: vlan } = row;
  if (own.some(({ address }) => address === gateway)) {
    return say("The gateway must differ from the switch's own IP address.");
  }
  const isAsked = (other: number) => vlan === 0 || vlan === other;
  const target = parseIp(gateway);
  const subnet = own.find((one) => {
    const network = isAsked(one.vlan) ? ipNetwork(one.address, one.prefix) : undefined;
    return network !== undefined && target !== undefined && isInIpNetwork(network, target);
  });
  const network = subnet && ipNetwork(subnet.address, subnet.prefix);
  if (network && formatIpNetwork(network) === networkOf(row)) return ownNetwork(row);
  if (subnet && isHostInIpv4Subnet(parseIpv4(gateway) ?? 0, subnet.prefix)) return undefined;
  const asksDhcp = configuration
    .rows(ipv4InterfaceEntry)
    .some((one) => isAsked(one.ipIfVlanId) && one.ipAddrCfgMode === AddressMode.dynamic);
  if (asksDhcp && !subnet) return undefined;
  return noNeighbour(row);
}

/** Rules of static routes. */
export const routeRules: readonly Rule[] = [
  networkRule(ipStaticRouteEntry, isRoutable, say('Invalid IPv4 address.')),
  // The default gateway of the interfaces is a primary route to everywhere.
  onceRule(ipStaticRouteEntry, [ipDefaultRouter], (configuration) =>
    configuration.group(ipDefaultRouter).ipDefaultRouterAddress === '' ? [] : ['0.0.0.0/0'],
  ),
  gatewayRule,
];
