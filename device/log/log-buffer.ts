import { withoutControlCharacters } from '../../model/values/log-entry.ts';
import { Listeners } from '../listeners.ts';
import type { WallClock } from '../wall-clock.ts';
import { type Log, type LogEntry, Severity } from './log.ts';

/** Characters of a message at most, so that `syslogMsgDescr` stays within 255. */
const MESSAGE_LENGTH = 229;

/** The log in memory: a bounded list, newest last. */
export class LogBuffer implements Log {
  readonly #wallClock: WallClock;
  // What a follower throws cannot be written here: it would be told of that as well.
  readonly #listeners = new Listeners<LogEntry>(() => undefined);
  #entries: LogEntry[] = [];
  #sequence = 0;
  #size = 512;
  #whenFull: 'overwrite' | 'stop' = 'overwrite';
  #maximumSeverity: Severity = Severity.informational;

  constructor(wallClock: WallClock) {
    this.#wallClock = wallClock;
  }

  write(severity: Severity, message: string): void {
    if (severity > this.#maximumSeverity) return;
    this.#sequence += 1;
    const entry: LogEntry = {
      sequence: this.#sequence,
      severity,
      time: this.#wallClock.now(),
      message: withoutControlCharacters(message).slice(0, MESSAGE_LENGTH),
    };
    const full = this.#entries.length >= this.#size;
    if (full && this.#whenFull === 'overwrite') this.#entries.shift();
    if (!full || this.#whenFull === 'overwrite') this.#entries.push(entry);
    this.#listeners.tell(entry);
  }

  entries(): readonly LogEntry[] {
    return this.#entries.toReversed();
  }

  clear(): void {
    this.#entries = [];
  }

  restore(entries: readonly LogEntry[]): void {
    this.#entries = [...entries.toReversed(), ...this.#entries].slice(-this.#size);
    this.#sequence += entries.length;
    // Numbers count up from the oldest entry, so that two entries never share one.
    this.#entries = this.#entries.map((entry, at) => ({
      ...entry,
      sequence: this.#sequence - this.#entries.length + 1 + at,
    }));
  }

  configure(options: { size: number; whenFull: 'overwrite' | 'stop'; maximumSeverity: Severity }): void {
    this.#size = options.size;
    this.#whenFull = options.whenFull;
    this.#maximumSeverity = options.maximumSeverity;
    this.#entries = this.#entries.slice(-options.size);
  }

  follow(listener: (entry: LogEntry) => void): () => void {
    return this.#listeners.add(listener);
  }
}
