import { readChangeMessage } from '../../model/configuration/change.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';

/** The ways by which the configuration is changed, as the history tells them. */
export type ChangeWay =
  | 'web'
  | 'wizard'
  | 'ssh'
  | 'telnet'
  | 'commandLine'
  | 'snmp'
  | 'cloud'
  | 'autoConfiguration'
  | 'surveillanceMode'
  | 'token'
  | 'device';

const ways: ReadonlySet<unknown> = new Set<ChangeWay>([
  'web',
  'wizard',
  'ssh',
  'telnet',
  'commandLine',
  'snmp',
  'cloud',
  'autoConfiguration',
  'surveillanceMode',
  'token',
  'device',
]);

interface JournalRecord {
  /** Counts up by one with each record. */
  readonly id: number;
  /** Milliseconds since 1970, by the device's clock. */
  readonly time: number;
}

/** One change of the running configuration. */
export interface ChangeRecord extends JournalRecord {
  readonly kind: 'change';
  readonly user: string;
  readonly way: ChangeWay;
  /** "" at the device itself. */
  readonly address: string;
  /** It might have cut its session off, and was made all the same. */
  readonly isForced: boolean;
  /** What it was made for, where that is known: "scheduled reboot". */
  readonly note?: Message;
  /** The changes that it took back. */
  readonly undoes: readonly number[];
  /** What it comes to, the first lines. */
  readonly lines: readonly ChangeMessage[];
  /** All of its lines. */
  readonly count: number;
  /** Names of the objects that it changed, the first ones. */
  readonly objects: readonly string[];
  /** The ports that it concerns: "1-3,8". */
  readonly ports: string;
  /** What takes it back, packed; undefined where that is too much to be kept. */
  readonly changes?: string;
}

/** A save: the startup configuration is another one from here on. */
export interface PointRecord extends JournalRecord {
  readonly kind: 'point';
  /** Points are counted by themselves. */
  readonly number: number;
  readonly user: string;
  /** When its slot was written: names what the next start finds. */
  readonly savedAt: number;
  /** The last record before what was saved was taken: changes between it and this one are not in it. */
  readonly upTo: number;
  readonly name: string;
  /** Values and rows that differ from the point before. */
  readonly count: number;
  /** What leads here from the startup configuration before, packed; undefined where that is not known. */
  readonly changes?: string;
}

/** The switch started: what was not saved before is gone. */
interface StartRecord extends JournalRecord {
  readonly kind: 'start';
}

/** What the history is made of. */
export type HistoryRecord = ChangeRecord | PointRecord | StartRecord;

/** A record that was kept; undefined where it is none. */
export function readRecord(json: unknown): HistoryRecord | undefined {
  if (!isRecord(json) || typeof json.id !== 'number' || typeof json.time !== 'number') return undefined;
  const { kind, id, time } = json;
  if (kind === 'start') return { kind, id, time };
  const user = textOf(json.user);
  const count = numberOf(json.count, 0);
  const packed = typeof json.changes === 'string' && { changes: json.changes };
  if (kind === 'point') {
    return {
      kind,
      id,
      time,
      user,
      count,
      number: numberOf(json.number, 0),
      name: textOf(json.name),
      savedAt: numberOf(json.savedAt, 0),
      upTo: numberOf(json.upTo, id - 1),
      ...packed,
    };
  }
  if (kind !== 'change') return undefined;
  const note = readMessage(json.note);
  return {
    kind,
    id,
    time,
    user,
    count,
    way: isWay(json.way) ? json.way : 'web',
    address: textOf(json.address),
    isForced: json.isForced === true,
    undoes: listOf(json.undoes).filter((one) => typeof one === 'number'),
    lines: listOf(json.lines).flatMap((line) => readChangeMessage(JSON.stringify(line)) ?? []),
    objects: listOf(json.objects).filter((name) => typeof name === 'string'),
    ports: textOf(json.ports),
    ...(note && { note }),
    ...packed,
  };
}

function isWay(value: unknown): value is ChangeWay {
  return ways.has(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown, instead: number): number {
  return typeof value === 'number' ? value : instead;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
