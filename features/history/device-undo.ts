import { type DeviceContext, operation } from '../../device/feature.ts';
import type { ChangeRecord } from '../../device/history/journal-records.ts';
import { reverted } from '../../device/history/reverted.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { entryGone } from '../../model/configuration/message.ts';
import { tellChanges } from '../../model/configuration/told-changes.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { accountStays, isAccount } from '../system/administration/objects.ts';
import { isOfAccount, moment } from './device-rows.ts';
import { cfgHistoryEntry, Undo } from './objects.ts';

/** Later changes named in a refusal at most. */
const NAMED = 3;

/** Why a way back is refused that leads nowhere. */
export const nothingToUndo = say('There is nothing to undo: the settings have their former values already.');

/** What takes one change back, with those that build on it where that is asked for. */
export const undoing = operation(cfgHistoryEntry, {
  async edits(context, { values: { cfgHistoryIndex = 0, cfgHistoryUndo } }) {
    if (cfgHistoryUndo === undefined) return undefined;
    const refusal = (code: ErrorCode, message: Message) =>
      new Refusal(code, message, placeIn(cfgHistoryEntry, { cfgHistoryIndex }));
    const { record, state } = (await context.journal.entry(cfgHistoryIndex)) ?? {};
    if (record?.kind !== 'change') throw refusal(ErrorCode.noSuchName, entryGone);
    if (state === 'undone') throw refusal(ErrorCode.inconsistentValue, say('This change is undone already.'));
    if (state === 'lost') {
      throw refusal(ErrorCode.inconsistentValue, say('This change was not saved and is lost since the restart.'));
    }
    const later = await context.journal.laterThan(record);
    if (later.length > 0 && cfgHistoryUndo === Undo.alone) {
      throw refusal(ErrorCode.inconsistentValue, buildOn(context, record, later));
    }
    const undone = [...later, record];
    const kept = await Promise.all(undone.map((one) => context.journal.changesOf(one)));
    const changes = kept.map((some) => some?.filter((change) => !isAccount(change)));
    if (changes.every((some) => some?.length === 0)) throw refusal(ErrorCode.inconsistentValue, accountStays);
    const edit = (configuration: Configuration): Configuration => {
      let former = configuration;
      for (const some of changes) {
        if (!some) throw refusal(ErrorCode.inconsistentValue, tooLarge);
        const { configuration: next, changedSince } = reverted(former, some);
        if (changedSince.length > 0) throw refusal(ErrorCode.inconsistentValue, changedElsewhere(changedSince));
        former = next;
      }
      if (former === configuration || changesBetween(context.objects, configuration, former).length === 0) {
        throw refusal(ErrorCode.inconsistentValue, nothingToUndo);
      }
      return former;
    };
    return { edit, undoes: undone.filter((one) => !isOfAccount(one)).map(({ id }) => id) };
  },
});

const tooLarge = say('This change is too large to be undone by itself. Go back to a point instead.');

/** "VLAN 40 added" and what came later. */
function buildOn(context: DeviceContext, record: ChangeRecord, later: readonly ChangeRecord[]): Message {
  const named = later
    .slice(0, NAMED)
    .map((one) => say('{{what}} ({{time}})', { what: whatOf(one), time: moment(context, one.time) }));
  const values = { what: whatOf(record), later: named };
  return later.length > NAMED
    ? say('"{{what}}" cannot be undone by itself. Later changes build on it: {{later}}, and {{more}} more.', {
        ...values,
        more: later.length - NAMED,
      })
    : say('"{{what}}" cannot be undone by itself. Later changes build on it: {{later}}.', values);
}

function whatOf({ lines: [first] }: ChangeRecord): Message {
  return first?.what ?? say('Change');
}

function changedElsewhere(changes: readonly Change[]): Message {
  const [first] = tellChanges(changes);
  return say('{{what}}: this has changed since, and the history does not say how.', {
    what: first?.what ?? say('Change'),
  });
}
