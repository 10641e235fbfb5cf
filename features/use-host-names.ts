import { useMemo } from 'react';
import { useRows } from '../console/call/use-reads.ts';
import type { Values } from '../model/wire/call.ts';
import { type HostNames, NO_NAMES } from './host-names.ts';
import { hostNameEntry } from './hosts/objects.ts';

/** Milliseconds between two reads: names seldom change. */
const POLL = 30_000;

/** The names of the hosts that have these addresses, as far as they are known. */
export function useHostNames(addresses: Iterable<string>): HostNames {
  const asked = [...new Set(addresses)].sort().join(',');
  const query: Values = { hostNameAddresses: asked };
  const { data } = useRows(hostNameEntry, query, { poll: POLL, background: true, enabled: asked !== '' });
  return useMemo(
    () =>
      data
        ? new Map(
            data.map(({ hostNamedAddress, hostNamedName, hostNamedMac }) => [
              hostNamedAddress,
              { name: hostNamedName, mac: hostNamedMac },
            ]),
          )
        : NO_NAMES,
    [data],
  );
}
