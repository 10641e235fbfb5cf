import { useMemo } from 'react';
import { useRowsPage } from '../console/call/use-rows-page.ts';
import { HostSeen, HostShow, hostEntry } from './hosts/objects.ts';

/** Milliseconds between two reads: hosts come and go seldom. */
const POLL = 30_000;

/** Hosts that are read: those behind a bridge are grouped, so that they are about as many as ports. */
const AT_MOST = 100;

/** Names of one port at most. */
const NAMES = 3;

const present = { hostFilterSeen: HostSeen.now, hostFilterShow: HostShow.grouped };
const first = { page: 1, size: AT_MOST, order: undefined };

/** The names of the hosts behind each port, by ifIndex; hosts without a name are left out. */
export function usePortHosts(isLive: boolean): ReadonlyMap<number, readonly string[]> {
  const { data } = useRowsPage(hostEntry, present, first, { poll: isLive && POLL });
  return useMemo(() => {
    const names = new Map<number, string[]>();
    for (const { hostPort, hostName } of data?.rows ?? []) {
      const others = names.get(hostPort) ?? [];
      if (hostName !== '' && others.length < NAMES) names.set(hostPort, [...others, hostName]);
    }
    return names;
  }, [data]);
}
