import type { Datapath, NeighbourEntry } from '../../datapath/datapath.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type AccessPlan, accessKey } from '../access-plan.ts';
import type { Outlook } from './outlook.ts';

/** A default gateway whose MAC address is known. */
export type KnownGateway = Pick<NeighbourEntry, 'address'> & { readonly mac: string };

/** Default routes by their destinations. */
const DEFAULTS = ['0.0.0.0/0', '::/0'];

/** The default gateways as they are known; none is asked for where nothing is filtered that was not before. */
export async function knownGateways(
  datapath: Pick<Datapath, 'neighbours'>,
  before: Outlook,
  after: Outlook,
): Promise<readonly KnownGateway[]> {
  if (before.plan.destinationFilter === after.plan.destinationFilter) return [];
  const hops = gatewaysOf(after.access);
  if (hops.size === 0) return [];
  const neighbours = await datapath.neighbours();
  return neighbours.flatMap(({ vlan, address, mac }) =>
    mac !== undefined && hops.has(accessKey(vlan, address)) ? [{ address, mac }] : [],
  );
}

function gatewaysOf({ routes }: AccessPlan): ReadonlySet<string> {
  const hops = DEFAULTS.map((destination) => routes.get(destination));
  return new Set(hops.flatMap((hop) => (hop ? [accessKey(hop.vlan, hop.gateway)] : [])));
}

/**
 * Why other networks might become unreachable through the switch for everyone: frames to a default gateway would be
 * dropped.
 */
export function gatewayDoubt(before: Outlook, after: Outlook, gateways: readonly KnownGateway[]): Message | undefined {
  const isNew = ({ mac }: KnownGateway) =>
    after.plan.destinationFilter.has(mac) && !before.plan.destinationFilter.has(mac);
  const filtered = gateways.find(isNew);
  return (
    filtered &&
    say('{{mac}} is the default gateway {{gateway}}: other networks would be unreachable through the switch.', {
      mac: filtered.mac,
      gateway: filtered.address,
    })
  );
}
