import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether both are the same octets, in a time that does not reveal how far they agree. */
export function sameOctets(one: Uint8Array, other: Uint8Array): boolean {
  const digest = (octets: Uint8Array) => createHash('sha256').update(octets).digest();
  return timingSafeEqual(digest(one), digest(other));
}
