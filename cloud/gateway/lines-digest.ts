import { createHash } from 'node:crypto';
import type { HeldLine } from '../store/lines.ts';

/**
 * Identifies a set of connections: SHA-256 over their switches and numbers, in hexadecimal digits. The same number of
 * connections may be other ones.
 */
export function linesDigest(lines: readonly HeldLine[]): string {
  const each = lines.map(({ serial, line }) => `${serial} ${line}\n`).sort();
  return createHash('sha256').update(each.join('')).digest('hex');
}
