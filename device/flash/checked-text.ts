import { createHash } from 'node:crypto';

/** A file's text in two parts, the first of which tells whether both are whole. */
export interface CheckedText {
  /** The members of the first line, its checksum apart. */
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** Whether header and body are, letter by letter, what was written together; of the first files, whether the body is. */
  readonly whole: boolean;
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
    return { header, body, whole: formatChecked(header, body) === text || sha256 === checksum(body) };
  } catch {
    return undefined;
  }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
