import { createHash } from 'node:crypto';

/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const LENGTH = 12;

/**
 * By what an owner claims the switch: the first 60 bits of the SHA-256 of its public key (DER), as 12 characters in three
 * groups, "K7QF-3M2A-XWPD" (docs/specification/cloud.md 4). It says nothing of MAC address or serial number.
 */
export function claimCode(publicKey: Uint8Array): string {
  const hash = createHash('sha256').update(publicKey).digest();
  const bits = hash.readBigUInt64BE(0) >> 4n;
  const characters = Array.from({ length: LENGTH }, (_, at) => BASE32[Number((bits >> BigInt(55 - 5 * at)) & 31n)]);
  return [0, 4, 8].map((at) => characters.slice(at, at + 4).join('')).join('-');
}
