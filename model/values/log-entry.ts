import type { DateTime } from './date-time.ts';

const MONTHS: readonly string[] = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Facility local7 (RFC 5424 table 1): the device's own messages. */
export const LOCAL7 = 23;

/** How loud a log entry is shown (docs/specification/product.md 9). */
export type LogLevel = 'alert' | 'critical' | 'warning' | 'info';

/** One entry of the device's log, as `syslogMsgDescr` carries it. */
export interface LogEntryText {
  /** Priority value, 128..191: facility local0 to local7 times 8, plus severity (RFC 5424 6.2.1). */
  readonly priority: number;
  /** "Jan 31 13:05:09 2026", 20 characters. */
  readonly date: string;
  readonly message: string;
}

/** The level of a priority value: facility blocks of 8 from 128 to 191; severity 0-1 alert, 2-3 critical, 4 warning. */
export function logLevel(priority: number): LogLevel {
  if (priority < 128 || priority > 191) return 'info';
  const severity = priority % 8;
  if (severity <= 1) return 'alert';
  if (severity <= 3) return 'critical';
  return severity === 4 ? 'warning' : 'info';
}

/** The date of a log entry: "Jan 31 13:05:09 2026", always 20 characters. */
export function formatLogDate(time: DateTime): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
  return `${MONTHS[time.month - 1]} ${two(time.day)} ${clock} ${String(time.year).padStart(4, '0')}`;
}

/** Reads "Jan 31 13:05:09 2026"; undefined for anything else. */
export function parseLogDate(text: string): DateTime | undefined {
  const match = /^([A-Z][a-z]{2}) (\d{2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/.exec(text);
  const month = MONTHS.indexOf(match?.[1] ?? '') + 1;
  if (!match || month === 0) return undefined;
  const [day = 0, hour = 0, minute = 0, second = 0, year = 0] = match.slice(2).map(Number);
  return { year, month, day, hour, minute, second };
}

/**
 * `syslogMsgDescr`, positions from 1: "<" 1, priority 2-4, ">" 5, blank 6, date 7-26, message from 27
 * (docs/specification/product.md 3). Control characters of the message become blanks, so that an entry stays one line.
 */
export function formatLogEntry({ priority, date, message }: LogEntryText): string {
  const line = withoutControlCharacters(message);
  return `<${String(priority).padStart(3, '0')}> ${date.padEnd(20).slice(0, 20)}${line}`;
}

/** Reads a `syslogMsgDescr`; undefined where the text is not laid out so. */
export function parseLogEntry(text: string): LogEntryText | undefined {
  const match = /^<(\d{3})> (.{20})(.*)$/s.exec(text);
  return match ? { priority: Number(match[1]), date: match[2] ?? '', message: match[3] ?? '' } : undefined;
}

/** Every control character (C0, DEL, C1, the line separators and what changes the text direction) as one blank. */
export function withoutControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, ' ');
}
