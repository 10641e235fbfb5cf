import { eventId } from './event-id.ts';
import { englishOf, type LogEntry, severityNames } from './log.ts';

/** How entries are written to standard output: for systemd's journal, or for files and collectors. */
export type OutputFormat = 'journal' | 'lines';

/**
 * One entry as one line: its severity, an identifier, its English words. The journal takes the severity from "<N>" (sd-daemon(3)) and
 * has a time of its own; other readers get the time (RFC 3339) and the severity's name. The identifier is that of the kind of
 * event: the same whatever its values are, and in every start.
 */
export function outputLine(entry: LogEntry, format: OutputFormat): string {
  const words = `${eventId(entry)} ${englishOf(entry)}`;
  if (format === 'journal') return `<${entry.severity}>${words}\n`;
  return `${new Date(entry.time).toISOString()} ${severityNames[entry.severity]} ${words}\n`;
}
