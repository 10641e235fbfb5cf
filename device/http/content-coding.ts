import type { IncomingMessage } from 'node:http';

/** A content coding that the agent can answer in (RFC 9110 8.4.1, RFC 7932). */
export type ContentCoding = 'br' | 'gzip';

/** Whether the browser takes answers in `coding`. */
export function takes({ headers }: IncomingMessage, coding: ContentCoding): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((item) => item.split(';', 1)[0]?.trim() === coding && !/;\s*q=0(?:\.0*)?\s*$/.test(item));
}
