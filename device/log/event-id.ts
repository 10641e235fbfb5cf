import { createHash } from 'node:crypto';
import type { LogEntry } from './log.ts';

/** Digits of an identifier. */
const DIGITS = 8;

/** The identifier of the kind of event that an entry reports: the same whatever its values are, and in every start. */
export function eventId({ message }: Pick<LogEntry, 'message'>): string {
  return createHash('sha256').update(message.text).digest('hex').slice(0, DIGITS);
}
