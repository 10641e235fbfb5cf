import { useCallback, useMemo } from 'react';
import { settingsPoll, useGroup, useRows } from '../console/call/use-reads.ts';
import { useWatched } from '../console/call/use-watched.ts';
import { warn } from '../console/feedback/dialogs.ts';
import { translate } from '../console/translations/language.ts';
import type { Change } from '../model/configuration/change.ts';
import { Configuration } from '../model/configuration/configuration.ts';
import { trunkGroupEntry } from './network/trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from './network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';

/** The VLANs, the ports' PVIDs and the way of learning as the device has them; undefined while they are read. */
export function useVlans(): Configuration | undefined {
  const { data: vlans } = useRows(dot1qVlanStaticEntry, {}, { poll: settingsPoll });
  const { data: ports } = useRows(dot1qPortVlanEntry, {}, { poll: settingsPoll });
  const { data: learning } = useGroup(dot1qVlan);
  return useMemo(
    () =>
      vlans && ports && learning
        ? Configuration.empty
            .withRows(dot1qVlanStaticEntry, vlans)
            .withRows(dot1qPortVlanEntry, ports)
            .withGroup(dot1qVlan, learning)
        : undefined,
    [vlans, ports, learning],
  );
}

/** Tables whose rows are lists of ports: a change of one port sends the list of all. */
const lists = [dot1qVlanStaticEntry, dot1qPortVlanEntry, trunkGroupEntry] as const;

/** Watches the VLANs and trunks. If another session has changed them, it says so; the preview then shows what remains to be done. */
function useWatchedVlans(): () => () => Promise<boolean> {
  const watch = useWatched(lists);
  return useCallback(() => {
    const isSame = watch();
    return async () => {
      if (await isSame()) return true;
      void warn(translate('VLANs or trunks were changed by another session. Check the changes and apply again.'));
      return false;
    };
  }, [watch]);
}

/** Asked before changes of VLANs or trunks are sent, which were made of the rows as they are shown. */
export function useSureOfVlans(): (changes: readonly Change[]) => Promise<boolean> {
  const watch = useWatchedVlans();
  return useCallback(
    async (changes) => !changes.some(({ object }) => lists.some((list) => list === object)) || watch()(),
    [watch],
  );
}

/** The same for changes that were made of `present` some time before they are sent. */
export function useSureSince(present: Configuration | undefined): () => Promise<boolean> {
  const watch = useWatchedVlans();
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins again with what is shown
  return useMemo(() => watch(), [watch, present]);
}
