import { isRecord, type JsonRecord } from '../../model/values/json-record.ts';
import { ipRows } from './host-network.ts';

/** The devices that packets leave by to where no other route leads, by any table of either protocol. */
export async function defaultRouteDevices(): Promise<ReadonlySet<string>> {
  const families = ['-4', '-6'].map((family) =>
    // A kernel without the protocol has no routes of it.
    ipRows(family, 'route', 'show', 'table', 'all', 'default').catch(() => []),
  );
  return defaultDevices((await Promise.all(families)).flat());
}

/** The same, by default routes as `ip -j route` shows them: one that leads nowhere has another type, one to several hops a list. */
export function defaultDevices(routes: readonly JsonRecord[]): ReadonlySet<string> {
  const hops = routes
    .filter(({ type = 'unicast' }) => type === 'unicast')
    .flatMap(({ dev, nexthops }) => [
      dev,
      ...(Array.isArray(nexthops) ? nexthops.filter(isRecord).map((hop) => hop.dev) : []),
    ]);
  return new Set(hops.filter((device) => typeof device === 'string'));
}
