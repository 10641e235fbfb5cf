import type { ForwardingPlan } from '../../../datapath/plan.ts';

/** By which ways the switch itself reaches others. */
export interface OwnWays {
  readonly addresses: ReadonlySet<string>;
  /** The same for the same addresses and routes. */
  readonly mark: string;
}

export const noWays: OwnWays = { addresses: new Set(), mark: '' };

/** The ways of the plan in force: the addresses of enabled interfaces, and the routes. */
export function ownWaysOf({ interfaces, routes }: Pick<ForwardingPlan, 'interfaces' | 'routes'>): OwnWays {
  const own = [...interfaces.values()].flatMap(({ vlan, enabled, addresses }) =>
    enabled ? addresses.map(({ address, prefix }) => ({ vlan, address, prefix })) : [],
  );
  const ways = [...routes.values()].map(({ destination, vlan, gateway }) => [destination, vlan, gateway]);
  return { addresses: new Set(own.map(({ address }) => address)), mark: JSON.stringify([own, ways]) };
}
