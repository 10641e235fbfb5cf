import type { DeviceContext, LiveRowOf } from '../../device/feature.ts';
import type { HistoryRecord } from '../../device/history/journal-records.ts';
import type { HistoryEntry } from '../../device/history/judged-records.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { changesBetween, changeWords } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { entryGone } from '../../model/configuration/message.ts';
import { tellChanges } from '../../model/configuration/told-changes.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { formatMessage } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import {
  type cfgDifferenceEntry,
  type cfgHistoryEntry,
  cfgPointEntry,
  HistoryKind,
  HistoryState,
  HistoryWay,
} from './objects.ts';

/** Entries listed at most, the newest ones. */
const LISTED = 1000;

/** Maximum number of differences listed. */
const DIFFERENCES = 1000;

/** A moment, as the device's clock shows it. */
export function moment(context: DeviceContext, time: number): string {
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

/** The newest entries of the history, as rows. */
export async function entryRows(context: DeviceContext): Promise<EntryRows> {
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

/** The points that one can go back to, as rows. */
export async function pointRows(context: DeviceContext): Promise<LiveRowOf<typeof cfgPointEntry>[]> {
  const points = await context.journal.points();
  return points.toReversed().map(({ number, time, user, name, count }) => ({
    cfgPointIndex: number,
    cfgPointTime: moment(context, time),
    cfgPointUser: user,
    cfgPointName: name,
    cfgPointChanges: count,
  }));
}

/** What is different between two points, as rows. */
export async function differenceRows(
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
export async function configurationAt({ journal, configuration, objects }: DeviceContext, point: number) {
  if (point === 0) return keptConfiguration(objects, configuration());
  const saved = await journal.configurationAt(point);
  if (!saved) throw new Refusal(ErrorCode.noSuchName, entryGone, placeIn(cfgPointEntry, { cfgPointIndex: point }));
  return saved;
}

/** Whether a record is of nothing but the account, which stays. */
export function isOfAccount(record: HistoryRecord): boolean {
  return record.kind === 'change' && record.objects.length === 1 && record.objects[0] === sysUserEntry.name;
}
