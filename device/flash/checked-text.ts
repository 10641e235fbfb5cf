import { createHash } from 'node:crypto';
import { type Message, say } from '../../model/values/message.ts';

/** Completes "The key …" for a file that is in our format and not what was written. */
export const isDamaged: Message = say('is damaged');

/** A file's text in two parts, the first of which says whether both are complete. */
export interface CheckedText {
  /** The members of the first line, its checksum apart. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Whether header and body are, letter by letter, what was written together; of the first files, whether the body is. */
  readonly whole: boolean;
  /** Whether it has a checksum that it could be held against. */
  readonly summed: boolean;
}

/** Puts `header` into a first line of JSON, with the SHA-256 of it and of `body` beside it, and `body` behind it. */
export function formatChecked(header: object, body: string): string {
  const sha256 = checksum(`${JSON.stringify(header)}\n${body}`);
  return `${JSON.stringify({ ...header, sha256 })}\n${body}`;
}

/** Takes such a text apart; undefined where its first line is none. Never throws, whatever the text. */
export function readChecked(text: string): CheckedText | undefined {
  const end = text.indexOf('\n');
  if (end < 0) return undefined;
  const body = text.slice(end + 1);
  try {
    const json: unknown = JSON.parse(text.slice(0, end));
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
    const { sha256, ...header }: Record<string, unknown> = Object.fromEntries(Object.entries(json));
    const whole = formatChecked(header, body) === text || sha256 === checksum(body);
    return { header, body, whole, summed: sha256 !== undefined };
  } catch {
    return undefined;
  }
}

/**
 * Why a text cannot be read as a whole file of this `format`; completes "The key …". A file of earlier or later software is not called
 * damaged: its format is named.
 */
export function faultOf(text: string, format: string): Message {
  const checked = readChecked(text);
  const found = checked?.header.format;
  if (text === '' || found === format || text.startsWith(`{"format":"${format}"`)) return isDamaged;
  // The name of the format itself may be what is damaged.
  if (checked?.summed && !checked.whole) return isDamaged;
  if (typeof found !== 'string') return say('has an unknown format');
  return say('has the format "{{format}}", which this software does not read', { format: found.slice(0, 32) });
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
