import { withoutControlCharacters } from '../../model/values/log-entry.ts';
import { type Message, wordsOf } from '../../model/values/message.ts';

/** Severities of RFC 5424 that the device writes. */
export const Severity = {
  emergency: 0,
  alert: 1,
  critical: 2,
  error: 3,
  warning: 4,
  notice: 5,
  informational: 6,
  debug: 7,
} as const;

/** One of the values of `Severity`. */
export type Severity = (typeof Severity)[keyof typeof Severity];

/** Their names in RFC 5424, as collectors show them. */
export const severityNames: Readonly<Record<Severity, string>> = {
  0: 'emergency',
  1: 'alert',
  2: 'critical',
  3: 'error',
  4: 'warning',
  5: 'notice',
  6: 'informational',
  7: 'debug',
};

/** One line of the log. */
export interface LogEntry {
  /** Counts up from 1 since start. */
  readonly sequence: number;
  readonly severity: Severity;
  /** Milliseconds since 1970, by the device's own clock. */
  readonly time: number;
  readonly message: Message;
}

/** Characters of an entry's English words at most, so that `syslogMsgDescr` stays within 255. */
const WORDS_LENGTH = 229;

/** An entry in English, one line of bounded length: for log servers, files and readers without translation. */
export function englishOf({ message }: LogEntry): string {
  return withoutControlCharacters(wordsOf(message)).slice(0, WORDS_LENGTH);
}

/** A destination of log messages. */
export type LogWriter = Pick<Log, 'write'>;

/** The device's log. A message is worded where it is read; each of its texts becomes one line of bounded length. */
export interface Log {
  write(severity: Severity, message: Message): void;
  /** Newest first. */
  entries(): readonly LogEntry[];
  clear(): void;
  /** Puts entries kept from before the start behind those written since; newest first. */
  restore(entries: readonly LogEntry[]): void;
  /** Sets the number of messages, and whether a full log deletes the oldest or refuses new ones. */
  configure(options: {
    readonly size: number;
    readonly whenFull: 'overwrite' | 'stop';
    readonly maximumSeverity: Severity;
  }): void;
  /** Is called with each entry written from now on; ends with the function it gives back. */
  follow(listener: (entry: LogEntry) => void): () => void;
}
