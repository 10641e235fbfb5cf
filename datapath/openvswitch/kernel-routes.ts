import { formatIpNetwork, parseIpNetwork } from '../../model/values/ip-prefix.ts';
import type { JsonRecord } from '../../model/values/json-record.ts';
import type { RoutePlan } from '../plan.ts';
import { changeNetwork, ipRows } from './host-network.ts';

/** Marks the switch's own routes among those of the host: a number of rtnetlink(7)'s that no routing daemon has. */
const PROTOCOL = 'proto 250';

/** Routes of the host itself take precedence over the switch's: these have the greater metrics. */
const METRIC_BASE = 4095;

/** A route of the switch as the kernel has it, as words of ip-route(8). */
type RouteWords = string;

/**
 * Puts the switch's routes into the kernel, and removes every other route that a switch left at these interfaces.
 * `nameOf` returns the interface of a VLAN; without one, its routes lead nowhere. New routes are added before old ones
 * are removed.
 */
export async function setRoutes(
  routes: Iterable<RoutePlan>,
  nameOf: (vlan: number) => string | undefined,
  interfaces: ReadonlySet<string>,
): Promise<void> {
  const wanted = new Set<RouteWords>();
  for (const { destination, gateway, vlan, metric } of routes) {
    const name = nameOf(vlan);
    if (name !== undefined) wanted.add(words(destination, gateway, name, METRIC_BASE + metric));
  }
  const present = await presentRoutes(interfaces);
  const missing = [...wanted].filter((route) => !present.has(route));
  // The gateway is on the link, as the plan says, also where the kernel has no address of its subnet yet.
  await changeNetwork(missing.map((route) => `route replace ${route} ${PROTOCOL} onlink`));
  const stale = [...present].filter((route) => !wanted.has(route));
  // The kernel may be faster: a route goes with its interface, and with the one that took its place.
  for (const route of stale) await changeNetwork([`route del ${route} ${PROTOCOL}`]).catch(() => {});
}

async function presentRoutes(interfaces: ReadonlySet<string>): Promise<Set<RouteWords>> {
  const families = await Promise.all(
    ['-4', '-6'].map((family) => ipRows(family, 'route', 'show', ...PROTOCOL.split(' ')).catch(() => [])),
  );
  return new Set(families.flatMap((rows, at) => rows.flatMap((row) => wordsOfRow(row, at === 1, interfaces))));
}

function wordsOfRow(row: JsonRecord, isIpv6: boolean, interfaces: ReadonlySet<string>): RouteWords[] {
  const [dst, device] = [String(row.dst), String(row.dev)];
  const network = parseIpNetwork(dst === 'default' ? (isIpv6 ? '::/0' : '0.0.0.0/0') : dst);
  if (!network || !interfaces.has(device)) return [];
  return [words(formatIpNetwork(network), String(row.gateway), device, Number(row.metric))];
}

function words(destination: string, gateway: string, device: string, metric: number): RouteWords {
  return `${destination} via ${gateway} dev ${device} metric ${metric}`;
}
