import { type DeviceContext, type Edits, operation } from '../../device/feature.ts';
import type { PointRecord } from '../../device/history/journal-records.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { entryGone } from '../../model/configuration/message.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { configurationAt, isOfAccount } from './device-rows.ts';
import { nothingToUndo } from './device-undo.ts';
import { cfgHistoryCtrl, cfgPointEntry } from './objects.ts';

/** What puts a saved configuration in force again; rows that no save keeps stay, and the account. */
function backTo(context: DeviceContext, saved: Configuration): Edits['edit'] {
  return (configuration) => {
    let next = saved.withRows(sysUserEntry, configuration.rows(sysUserEntry));
    for (const object of context.objects) {
      if (object.shape !== 'table' || !object.rows.isKept) continue;
      const { isKept } = object.rows;
      const passing = configuration.rows(object).filter((row) => !isKept(row));
      if (passing.length > 0) next = next.withRows(object, [...next.rows(object), ...passing]);
    }
    if (changesBetween(context.objects, configuration, next).length === 0) {
      throw new Refusal(ErrorCode.inconsistentValue, nothingToUndo);
    }
    return next;
  };
}

/** The changes in force that came after a record. */
async function liveAfter({ journal }: DeviceContext, id: number): Promise<readonly number[]> {
  return (await journal.entries()).flatMap(({ record, state }) =>
    record.id > id && (state === 'unsaved' || state === 'saved') && !isOfAccount(record) ? [record.id] : [],
  );
}

/** What leads back to a point, or gives it a name. */
export const goingBack = operation(cfgPointEntry, {
  async edits(context, { values: { cfgPointIndex = 0, cfgPointGoBack } }) {
    if (cfgPointGoBack === undefined) return undefined;
    const saved = await configurationAt(context, cfgPointIndex);
    const point = await pointOf(context, cfgPointIndex);
    return {
      edit: backTo(context, saved),
      isWhole: true,
      note: say('back to point {{point}}', { point: cfgPointIndex }),
      // What was never in force before it was saved holds none of the changes, and takes none back but the later ones.
      undoes: await liveAfter(context, point.upTo || point.id),
    };
  },
  async operate(context, { values: { cfgPointIndex = 0, cfgPointRename } }) {
    if (cfgPointRename === undefined) return;
    if (!(await context.journal.namePoint(cfgPointIndex, cfgPointRename))) {
      throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(cfgPointEntry, { cfgPointIndex }));
    }
  },
});

async function pointOf({ journal }: DeviceContext, number: number): Promise<PointRecord> {
  const point = (await journal.points()).find((one) => one.number === number);
  if (!point) throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(cfgPointEntry, { cfgPointIndex: number }));
  return point;
}

/** What takes back whatever is not saved. */
export const discarding = operation(cfgHistoryCtrl, {
  async edits(context, { values: { cfgHistoryDiscard } }) {
    if (cfgHistoryDiscard === undefined) return undefined;
    const entries = await context.journal.entries();
    return {
      edit: backTo(context, keptConfiguration(context.objects, context.startup())),
      isWhole: true,
      note: say('unsaved changes discarded'),
      undoes: entries.flatMap(({ record, state }) => (state === 'unsaved' && !isOfAccount(record) ? [record.id] : [])),
    };
  },
});
