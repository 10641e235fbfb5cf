import { type ChangeWords, changeWords, readChangeMessage } from '../model/configuration/change.ts';
import { TruthValue } from '../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../model/schema/object.ts';
import { wordsOfText } from '../model/values/message.ts';
import { parsePortList } from '../model/values/port-list.ts';
import type { Translate } from '../model/values/translate.ts';
import { cfgHistoryEntry, HistoryKind, HistoryState, HistoryWay } from './history/objects.ts';

type Row = RowOf<typeof cfgHistoryEntry>;

/** An entry of the history as the page shows it, in the shown language. */
export interface ShownEntry {
  readonly id: number;
  readonly kind: 'change' | 'save' | 'start';
  readonly state: 'unsaved' | 'saved' | 'undone' | 'lost' | undefined;
  readonly time: string;
  readonly user: string;
  /** The way in words, and its value. */
  readonly way: string;
  readonly wayValue: number;
  readonly address: string;
  readonly isForced: boolean;
  readonly lines: readonly ChangeWords[];
  /** Lines that are not among them. */
  readonly more: number;
  readonly note: string;
  readonly objects: readonly string[];
  readonly ports: string;
  readonly point: number;
  readonly pointName: string;
  readonly changed: number;
  readonly isRevertible: boolean;
  /** Changes by the device itself that are alike and followed one another: those before this one. */
  readonly alike: readonly ShownEntry[];
}

const states = new Map<number, ShownEntry['state']>([
  [HistoryState.unsaved, 'unsaved'],
  [HistoryState.saved, 'saved'],
  [HistoryState.undone, 'undone'],
  [HistoryState.lost, 'lost'],
]);

/** The device's rows, newest first; what the device did again and again by itself is one entry. */
export function shownEntries(rows: readonly Row[], t: Translate): readonly ShownEntry[] {
  const shown: ShownEntry[] = [];
  for (const entry of rows.toReversed().map((row) => shownEntry(row, t))) {
    const last = shown.at(-1);
    if (last && isAlike(last, entry)) shown[shown.length - 1] = { ...last, alike: [...last.alike, entry] };
    else shown.push(entry);
  }
  return shown;
}

function isAlike(one: ShownEntry, other: ShownEntry): boolean {
  const isOwn = ({ kind, wayValue, note }: ShownEntry) =>
    kind === 'change' && wayValue === HistoryWay.device && note !== '';
  return isOwn(one) && isOwn(other) && one.note === other.note && one.state === other.state;
}

function shownEntry(row: Row, t: Translate): ShownEntry {
  const lines = linesOf(row.cfgHistorySaid).map((line) => changeWords(line, t));
  const kind =
    row.cfgHistoryKind === HistoryKind.save ? 'save' : row.cfgHistoryKind === HistoryKind.start ? 'start' : 'change';
  return {
    id: row.cfgHistoryIndex,
    kind,
    state: states.get(row.cfgHistoryState),
    time: row.cfgHistoryTime,
    user: row.cfgHistoryUser,
    way: t(cfgHistoryEntry.fields.cfgHistoryWay.show(row.cfgHistoryWay)),
    wayValue: row.cfgHistoryWay,
    address: row.cfgHistoryAddress,
    isForced: row.cfgHistoryForced === TruthValue.yes,
    lines: lines.length > 0 || kind !== 'change' ? lines : [{ what: row.cfgHistoryWhat, from: '', to: '' }],
    more: kind === 'change' ? Math.max(0, row.cfgHistoryCount - Math.max(lines.length, 1)) : 0,
    note: wordsOfText(row.cfgHistoryNote, '', t),
    objects: row.cfgHistoryObjects === '' ? [] : row.cfgHistoryObjects.split(' · ').map((title) => t(title)),
    ports: row.cfgHistoryPorts,
    point: row.cfgHistoryPoint,
    pointName: row.cfgHistoryPointName,
    changed: row.cfgHistoryCount,
    isRevertible: row.cfgHistoryRevertible === TruthValue.yes,
    alike: [],
  };
}

/** The lines of a change, as its row tells them. */
function linesOf(said: string) {
  try {
    const lines: unknown = JSON.parse(said === '' ? '[]' : said);
    return Array.isArray(lines) ? lines.flatMap((line) => readChangeMessage(JSON.stringify(line)) ?? []) : [];
  } catch {
    return [];
  }
}

/** What entries are looked for; "" for any. */
export interface HistoryFilter {
  readonly user: string;
  readonly way: string;
  readonly object: string;
  /** "3", "5-8". */
  readonly ports: string;
}

/** No filter. */
export const everything: HistoryFilter = { user: '', way: '', object: '', ports: '' };

/** Whether an entry is looked for. Saves and starts are found only while nothing narrows the changes. */
export function isFound(entry: ShownEntry, { user, way, object, ports }: HistoryFilter): boolean {
  if (user === '' && way === '' && object === '' && ports === '') return true;
  if (entry.kind !== 'change') return false;
  const wanted = parsePortList(ports.trim());
  const own = parsePortList(entry.ports) ?? 0n;
  return (
    (user === '' || entry.user === user) &&
    (way === '' || entry.way === way) &&
    (object === '' || entry.objects.includes(object)) &&
    (ports.trim() === '' || (wanted !== undefined && (own & wanted) !== 0n))
  );
}

/** Each of these once, in the order of their words; without "". */
export function choices(values: Iterable<string>): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort((a, b) => a.localeCompare(b));
}
