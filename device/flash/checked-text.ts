import { createHash } from 'node:crypto';

/** A file's text in two parts, the first of which tells whether the second is whole. */
export interface CheckedText {
  /** The members of the first line. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Whether the body is the one that the header was written for. */
  readonly whole: boolean;
}

/** Puts `header` into a first line of JSON, with the SHA-256 of `body` beside it, and `body` behind it. */
export function formatChecked(header: object, body: string): string {
  return `${JSON.stringify({ ...header, sha256: checksum(body) })}\n${body}`;
}

/** Takes such a text apart; undefined where its first line is none. Never throws, whatever the text. */
export function readChecked(text: string): CheckedText | undefined {
  const end = text.indexOf('\n');
  if (end < 0) return undefined;
  const body = text.slice(end + 1);
  try {
    const json: unknown = JSON.parse(text.slice(0, end));
    if (typeof json !== 'object' || json === null) return undefined;
    const header = new Map<string, unknown>(Object.entries(json));
    return { header: Object.fromEntries(header), body, whole: header.get('sha256') === checksum(body) };
  } catch {
    return undefined;
  }
}

function checksum(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
