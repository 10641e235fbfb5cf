import { useCallback, useMemo } from 'react';
import { settingsPoll, useRows } from '../console/call/use-reads.ts';
import type { PortRow } from '../console/ports/port-draft.ts';
import { portNumbers } from '../console/ports/port-numbers.ts';
import { useText } from '../console/translations/use-text.ts';
import { hasPort, type PortList } from '../model/values/port-list.ts';
import { type ConfiguredTrunk, trunksIn } from './bridge-ports.ts';
import { trunkGroupEntry } from './network/trunk/objects.ts';

const none: readonly ConfiguredTrunk[] = [];

/** The trunks that are in use; none until they are read. */
export function useTrunks(): readonly ConfiguredTrunk[] {
  const { data } = useRows(trunkGroupEntry, {}, { poll: settingsPoll });
  return useMemo(() => (data ? trunksIn(data) : none), [data]);
}

/** The bridge ports by number: ports that are in no trunk, then trunks. */
export function useBridgePorts(): readonly number[] {
  const trunks = useTrunks();
  const single = portNumbers().filter((port) => !trunks.some(({ members }) => hasPort(members, port)));
  return [...single, ...trunks.map(({ number }) => number)];
}

/** Why a port cannot be selected where only single ports can: it is a member of a trunk. */
export function useMemberReason(): (port: number) => string | undefined {
  const t = useText();
  const trunks = useTrunks();
  return useCallback(
    (port) => {
      const trunk = trunks.find(({ members }) => hasPort(members, port))?.trunk;
      return trunk === undefined ? undefined : t('Port {{port}} is a member of trunk {{trunk}}.', { port, trunk });
    },
    [t, trunks],
  );
}

/** Why a port is not selected by itself if its trunk can be: another member represents all of them. */
export function useFollowerReason(): (port: number) => string | undefined {
  const t = useText();
  const trunks = useTrunks();
  return useCallback(
    (port) => {
      const found = trunks.find(({ members, representative }) => port !== representative && hasPort(members, port));
      if (!found) return undefined;
      const { trunk, representative } = found;
      return t('Port {{port}} follows port {{first}}: both are members of trunk {{trunk}}.', {
        port,
        first: representative,
        trunk,
      });
    },
    [t, trunks],
  );
}

/** The same for a row of a port table. */
export function useFollowerRows(): (row: PortRow) => string | undefined {
  const reason = useFollowerReason();
  return useCallback(({ port }) => reason(port), [reason]);
}

/** The same for a row of a port table of which members of trunks have no part at all. */
export function useMemberRows(): (row: PortRow) => string | undefined {
  const reason = useMemberReason();
  return useCallback(({ port }) => reason(port), [reason]);
}

/** A port list in which every member of a trunk has the value of its representative. */
export function alikeInTrunks(list: PortList, trunks: readonly ConfiguredTrunk[]): PortList {
  return trunks.reduce(
    (ports, { members, representative }) => (hasPort(ports, representative) ? ports | members : ports & ~members),
    list,
  );
}
