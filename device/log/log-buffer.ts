import { withoutControlCharacters } from '../../model/values/log-entry.ts';
import type { Message, MessageValue } from '../../model/values/message.ts';
import { Listeners } from '../listeners.ts';
import type { WallClock } from '../wall-clock.ts';
import { type Log, type LogEntry, Severity } from './log.ts';

/**
 * Maximum number of characters of a text or a value in a message: limits the memory that a sender of messages can use.
 */
const TEXT_LENGTH = 255;

/** The part of a full log that no kind of message takes from the others: a flood displaces its own entries. */
const FAIR_SHARE = 1 / 8;

/** The log in memory: a bounded list, newest last. */
export class LogBuffer implements Log {
  readonly #wallClock: WallClock;
  // Errors of a follower cannot be logged here: it would be called with that as well.
  readonly #listeners = new Listeners<LogEntry>(() => undefined);
  #entries: LogEntry[] = [];
  /** How many entries there are of each kind. */
  #counts = new Map<string, number>();
  #sequence = 0;
  #size = 512;
  #whenFull: 'overwrite' | 'stop' = 'overwrite';
  #maximumSeverity: Severity = Severity.informational;

  constructor(wallClock: WallClock) {
    this.#wallClock = wallClock;
  }

  write(severity: Severity, message: Message): void {
    if (severity > this.#maximumSeverity) return;
    this.#sequence += 1;
    const entry: LogEntry = {
      sequence: this.#sequence,
      severity,
      time: this.#wallClock.now(),
      message: bounded(message),
    };
    const full = this.#entries.length >= this.#size;
    if (full && this.#whenFull === 'overwrite') this.#makeRoom();
    if (!full || this.#whenFull === 'overwrite') {
      this.#entries.push(entry);
      this.#count(entry, 1);
    }
    this.#listeners.tell(entry);
  }

  /** Forgets the oldest entry of the kind that takes most room; the oldest of all while every kind keeps to its share. */
  #makeRoom(): void {
    const most = Math.max(...this.#counts.values());
    const isFair = most <= this.#size * FAIR_SHARE;
    const at = isFair ? 0 : this.#entries.findIndex(({ message }) => this.#counts.get(message.text) === most);
    for (const entry of this.#entries.splice(at, 1)) this.#count(entry, -1);
  }

  #count({ message }: LogEntry, change: number): void {
    const count = (this.#counts.get(message.text) ?? 0) + change;
    if (count > 0) this.#counts.set(message.text, count);
    else this.#counts.delete(message.text);
  }

  #hold(entries: LogEntry[]): void {
    this.#entries = entries;
    this.#counts = new Map();
    for (const entry of entries) this.#count(entry, 1);
  }

  entries(): readonly LogEntry[] {
    return this.#entries.toReversed();
  }

  clear(): void {
    this.#hold([]);
  }

  restore(entries: readonly LogEntry[]): void {
    const kept = [...entries.toReversed(), ...this.#entries].slice(-this.#size);
    this.#sequence += entries.length;
    // Numbers count up from the oldest entry, so that two entries never share one.
    this.#hold(kept.map((entry, at) => ({ ...entry, sequence: this.#sequence - kept.length + 1 + at })));
  }

  configure(options: { size: number; whenFull: 'overwrite' | 'stop'; maximumSeverity: Severity }): void {
    this.#size = options.size;
    this.#whenFull = options.whenFull;
    this.#maximumSeverity = options.maximumSeverity;
    this.#hold(this.#entries.slice(-options.size));
  }

  follow(listener: (entry: LogEntry) => void): () => void {
    return this.#listeners.add(listener);
  }
}

/** The message with each of its texts as one line of bounded length. */
function bounded({ text, values }: Message): Message {
  if (!values) return { text: line(text) };
  const kept = Object.entries(values).map(([name, value]): [string, MessageValue] => [name, boundedValue(value)]);
  return { text: line(text), values: Object.fromEntries(kept) };
}

function boundedValue(value: MessageValue): MessageValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return line(value);
  return 'text' in value ? bounded(value) : value.map(boundedValue);
}

function line(text: string): string {
  return withoutControlCharacters(text).slice(0, TEXT_LENGTH);
}
