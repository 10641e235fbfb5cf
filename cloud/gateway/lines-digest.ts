import { createHash } from 'node:crypto';
import type { HeldLine } from '../store/store.ts';

/**
 * Tells one set of lines from another: SHA-256 over their switches and numbers, in hexadecimal digits. As many lines as before may
 * still be others.
 */
export function linesDigest(lines: readonly HeldLine[]): string {
  const each = lines.map(({ serial, line }) => `${serial} ${line}\n`).sort();
  return createHash('sha256').update(each.join('')).digest('hex');
}
