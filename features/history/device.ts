import { type DeviceContext, type DeviceFeature, type LiveOf, live } from '../../device/feature.ts';
import { HISTORY_SIZE } from '../../device/history/journal-store.ts';
import { POINTS } from '../../device/history/judged-records.ts';
import { differenceRows, entryRows, pointRows } from './device-rows.ts';
import { undoing } from './device-undo.ts';
import { discarding, goingBack } from './device-way-back.ts';
import { cfgDifferenceEntry, cfgHistoryCtrl, cfgHistoryEntry, cfgPointEntry } from './objects.ts';

function historyState({ journal }: DeviceContext): LiveOf<typeof cfgHistoryCtrl> {
  return { cfgHistorySize: journal.size, cfgHistorySizeMax: HISTORY_SIZE, cfgHistoryPointsMax: POINTS };
}

/** Every change of the configuration, and the ways back. */
export const history: DeviceFeature = {
  objects: [cfgHistoryCtrl, cfgHistoryEntry, cfgPointEntry, cfgDifferenceEntry],
  live: [
    live(cfgHistoryCtrl, { group: historyState }),
    live(cfgHistoryEntry, { rows: entryRows }),
    live(cfgPointEntry, { rows: pointRows }),
    live(cfgDifferenceEntry, { rows: differenceRows }),
  ],
  operations: [undoing, goingBack, discarding],
};
