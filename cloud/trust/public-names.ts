import { isIP } from 'node:net';

/** The names that a public authority certifies: host names of a domain. */
export function publicNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => isIP(name) === 0 && name.includes('.')))];
}
