import {
  type DeviceContext,
  type DeviceFeature,
  type Edits,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
} from '../../device/feature.ts';
import { type HistoryEntry, POINTS } from '../../device/history/journal.ts';
import type { ChangeRecord, HistoryRecord, PointRecord } from '../../device/history/journal-records.ts';
import { HISTORY_SIZE } from '../../device/history/journal-store.ts';
import { reverted } from '../../device/history/reverted.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { type Change, changesBetween, changeWords } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { entryGone } from '../../model/configuration/message.ts';
import { tellChanges } from '../../model/configuration/told-changes.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { ChangeMessage } from '../../model/schema/telling.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage, type Message, say } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { accountStays, isAccount, sysUserEntry } from '../system/administration/objects.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import {
  cfgDifferenceEntry,
  cfgHistoryCtrl,
  cfgHistoryEntry,
  cfgPointEntry,
  HistoryKind,
  HistoryState,
  HistoryWay,
  Undo,
} from './objects.ts';

/** Entries listed at most, the newest ones. */
const LISTED = 1000;

/** Later changes named in a refusal at most. */
const NAMED = 3;

/** Maximum number of differences listed. */
const DIFFERENCES = 1000;

function moment(context: DeviceContext, time: number): string {
  return formatDateTime(deviceTimeAt(context.configuration(), time));
}

function lineWords(line: ChangeMessage | undefined): string {
  if (!line) return '';
  const { what, from, to } = changeWords(line, asWritten);
  return from === '' && to === '' ? what : `${what}: ${from} → ${to}`;
}

type EntryRows = readonly LiveRowOf<typeof cfgHistoryEntry>[];

/** The rows of entries, and the configuration of their times: a walk of the table by SNMP reads all of them many times. */
const rowsOfEntries = new WeakMap<readonly HistoryEntry[], { readonly by: Configuration; readonly rows: EntryRows }>();

async function entryRows(context: DeviceContext): Promise<EntryRows> {
  const entries = await context.journal.entries();
  const by = context.configuration();
  const known = rowsOfEntries.get(entries);
  if (known?.by === by) return known.rows;
  const titles = new Map(context.objects.map(({ name, title }) => [name, title]));
  const rows = entries
    .slice(0, LISTED)
    .map((entry) => entryRow(context, entry, titles))
    .reverse();
  rowsOfEntries.set(entries, { by, rows });
  return rows;
}

function entryRow(
  context: DeviceContext,
  { record, state, isReachable }: HistoryEntry,
  titles: ReadonlyMap<string, string>,
): LiveRowOf<typeof cfgHistoryEntry> {
  const row = {
    cfgHistoryIndex: record.id,
    cfgHistoryKind: HistoryKind[record.kind === 'point' ? 'save' : record.kind],
    cfgHistoryTime: moment(context, record.time),
    cfgHistoryUser: '',
    cfgHistoryWay: HistoryWay.device,
    cfgHistoryAddress: '',
    cfgHistoryForced: TruthValue.no,
    cfgHistoryState: HistoryState[state ?? 'none'],
    cfgHistoryWhat: '',
    cfgHistorySaid: '',
    cfgHistoryNote: '',
    cfgHistoryCount: 0,
    cfgHistoryObjects: '',
    cfgHistoryPorts: '',
    cfgHistoryPoint: 0,
    cfgHistoryPointName: '',
    cfgHistoryRevertible: TruthValue.no,
  };
  if (record.kind === 'start') return row;
  if (record.kind === 'point') {
    return {
      ...row,
      cfgHistoryUser: record.user,
      cfgHistoryCount: record.count,
      cfgHistoryPoint: record.number,
      cfgHistoryPointName: record.name,
      cfgHistoryRevertible: isReachable ? TruthValue.yes : TruthValue.no,
    };
  }
  const isRevertible =
    (state === 'unsaved' || state === 'saved') && record.changes !== undefined && !isOfAccount(record);
  return {
    ...row,
    cfgHistoryUser: record.user,
    cfgHistoryWay: HistoryWay[record.way],
    cfgHistoryAddress: record.address,
    cfgHistoryForced: record.isForced ? TruthValue.yes : TruthValue.no,
    cfgHistoryWhat: lineWords(record.lines[0]),
    cfgHistorySaid: JSON.stringify(record.lines),
    cfgHistoryNote: formatMessage(record.note),
    cfgHistoryCount: record.count,
    cfgHistoryObjects: [...new Set(record.objects.map((name) => titles.get(name) ?? name))].join(' · ').slice(0, 1024),
    cfgHistoryPorts: record.ports,
    cfgHistoryRevertible: isRevertible ? TruthValue.yes : TruthValue.no,
  };
}

async function pointRows(context: DeviceContext): Promise<LiveRowOf<typeof cfgPointEntry>[]> {
  const points = await context.journal.points();
  return points.toReversed().map(({ number, time, user, name, count }) => ({
    cfgPointIndex: number,
    cfgPointTime: moment(context, time),
    cfgPointUser: user,
    cfgPointName: name,
    cfgPointChanges: count,
  }));
}

async function differenceRows(
  context: DeviceContext,
  { cfgDifferenceFrom: from, cfgDifferenceTo: to }: Values,
): Promise<LiveRowOf<typeof cfgDifferenceEntry>[]> {
  if (typeof from !== 'number' || typeof to !== 'number') return [];
  const [before, after] = [await configurationAt(context, from), await configurationAt(context, to)];
  return tellChanges(changesBetween(context.objects, before, after))
    .slice(0, DIFFERENCES)
    .map(({ of: _, ...said }, at) => ({
      cfgDifferenceFrom: from,
      cfgDifferenceTo: to,
      cfgDifferenceIndex: at + 1,
      cfgDifferenceWhat: lineWords(said).slice(0, 1024),
      cfgDifferenceSaid: JSON.stringify(said),
    }));
}

/** What a point was saved with; of 0 what is in force. Rejects with a `Refusal` where there is no such point. */
async function configurationAt({ journal, configuration, objects }: DeviceContext, point: number) {
  if (point === 0) return keptConfiguration(objects, configuration());
  const saved = await journal.configurationAt(point);
  if (!saved) throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(cfgPointEntry, { cfgPointIndex: point }));
  return saved;
}

function historyState({ journal }: DeviceContext): LiveOf<typeof cfgHistoryCtrl> {
  return { cfgHistorySize: journal.size, cfgHistorySizeMax: HISTORY_SIZE, cfgHistoryPointsMax: POINTS };
}

/** Whether a record is of nothing but the account, which stays. */
function isOfAccount(record: HistoryRecord): boolean {
  return record.kind === 'change' && record.objects.length === 1 && record.objects[0] === sysUserEntry.name;
}

const nothingToUndo = say('There is nothing to undo: the settings have their former values already.');

/** What takes one change back, with those that build on it where that is asked for. */
const undoing = operation(cfgHistoryEntry, {
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

const goingBack = operation(cfgPointEntry, {
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

const discarding = operation(cfgHistoryCtrl, {
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
