import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import type { ObjectDeclaration, RowOf } from '../../../model/schema/object.ts';
import { formatIpNetwork, ipNetwork } from '../../../model/values/ip-prefix.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { ipv6StaticRouteEntry } from './ipv6/route-objects.ts';
import { networkOf } from './route-network.ts';
import { type ipStaticRouteEntry, RouteRole } from './route-objects.ts';

type StaticRoutes = typeof ipStaticRouteEntry | typeof ipv6StaticRouteEntry;
type StaticRoute = RowOf<typeof ipStaticRouteEntry> | RowOf<typeof ipv6StaticRouteEntry>;

/** A route is to a network, not to an address in it, and to one that packets are routed to; `refusal` says that it is not. */
export function networkRule(
  routes: StaticRoutes,
  isRoutable: (network: string, prefix: number) => boolean,
  refusal: Message,
): Rule {
  return {
    concerns: [routes],
    *check({ after }) {
      for (const row of after.rows(routes)) {
        const place = { row, column: 'inetCidrRouteDest' };
        const network = ipNetwork(row.inetCidrRouteDest, row.inetCidrRoutePfxLen);
        const whole = network && formatIpNetwork(network);
        if (whole !== networkOf(row)) {
          const message = say('The network has bits beyond its prefix length: {{network}} has none.', {
            network: whole ?? '',
          });
          yield conflict(routes, message, place);
        } else if (!isRoutable(row.inetCidrRouteDest, row.inetCidrRoutePfxLen)) {
          yield conflict(routes, refusal, place);
        }
      }
    },
  };
}

/** One primary route and one backup to each network. `primary` says how other objects name primary routes. */
export function onceRule(
  routes: StaticRoutes,
  others: readonly ObjectDeclaration[] = [],
  primary: (configuration: Configuration) => readonly string[] = () => [],
): Rule {
  return {
    concerns: [routes, ...others],
    *check({ after }) {
      const seen = new Set(primary(after).map((network) => `${network} ${RouteRole.primary}`));
      for (const row of after.rows(routes)) {
        const key = `${networkOf(row)} ${row.routeBackup}`;
        if (seen.has(key)) {
          const message =
            row.routeBackup === RouteRole.primary
              ? say('A primary route to this network exists.')
              : say('A backup route to this network exists.');
          yield conflict(routes, message, { row, column: 'routeBackup' });
        }
        seen.add(key);
      }
    },
  };
}

/** That a route's gateway is in no subnet of the switch, or of the VLAN that the route names. */
export function noNeighbour(row: StaticRoute): Message {
  const { inetCidrRouteNextHop: gateway, inetCidrRouteIfIndex: vlan } = row;
  const network = networkOf(row);
  return vlan === 0
    ? say('The gateway of route {{network}}, {{gateway}}, is not in a subnet of the switch.', {
        network,
        gateway,
      })
    : say('The gateway of route {{network}}, {{gateway}}, is not in a subnet of VLAN {{vlan}}.', {
        network,
        gateway,
        vlan,
      });
}

/** That a route leads into a network that the switch is in itself, over a gateway in that network: no packet would take it. */
export function ownNetwork(row: StaticRoute): Message {
  return say('The switch is in {{network}} itself: packets to it would not use {{gateway}}.', {
    network: networkOf(row),
    gateway: row.inetCidrRouteNextHop,
  });
}
