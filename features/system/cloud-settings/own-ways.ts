import type { ForwardingPlan } from '../../../datapath/plan.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { dhcpv6Leases } from '../l3-feature/ipv6/slots.ts';
import { leases } from '../l3-feature/slots.ts';

/** By which ways the switch itself reaches others. */
interface OwnWays {
  readonly addresses: ReadonlySet<string>;
  /** The same for the same addresses and routes. */
  readonly mark: string;
}

/** The ways of the plan in force: the addresses of enabled interfaces, and the routes. */
function ownWaysOf({ interfaces, routes }: Pick<ForwardingPlan, 'interfaces' | 'routes'>): OwnWays {
  const own = [...interfaces.values()].flatMap(({ vlan, enabled, addresses }) =>
    enabled ? addresses.map(({ address, prefix }) => ({ vlan, address, prefix })) : [],
  );
  const ways = [...routes.values()].map(({ destination, vlan, gateway }) => [destination, vlan, gateway]);
  return { addresses: new Set(own.map(({ address }) => address)), mark: JSON.stringify([own, ways]) };
}

/** News of the ways by which the switch reaches others. */
interface WaysNews {
  /** Addresses or routes have changed; these addresses are gone. */
  waysChanged(gone: ReadonlySet<string>): void;
  /** DHCP servers have given it other name servers. */
  nameServersChanged(): void;
}

/** Follows these ways for as long as the service runs. */
export function followWays(context: Pick<ServiceContext, 'forwarding' | 'onPlan' | 'slots'>, news: WaysNews): void {
  let ways = ownWaysOf(context.forwarding().plan);
  context.onPlan((plan) => {
    const former = ways;
    ways = ownWaysOf(plan);
    if (ways.mark === former.mark) return;
    const { addresses } = ways;
    news.waysChanged(new Set([...former.addresses].filter((address) => !addresses.has(address))));
  });
  const given = () =>
    [...context.slots.get(leases).values(), ...context.slots.get(dhcpv6Leases).values()]
      .flatMap(({ dnsServers }) => dnsServers)
      .join();
  let nameServers = given();
  context.slots.follow([leases, dhcpv6Leases], () => {
    const former = nameServers;
    nameServers = given();
    if (nameServers !== former) news.nameServersChanged();
  });
}
