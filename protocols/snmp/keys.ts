import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How messages of a user are authenticated (RFC 3414 section 6 and 7; RFC 7860 for SHA-256). */
export type AuthenticationProtocol = 'md5' | 'sha1' | 'sha256';

/** Octets of a message's authentication parameters: the digest cut short. */
const digestLengths: Readonly<Record<AuthenticationProtocol, number>> = { md5: 12, sha1: 12, sha256: 24 };

/** Length that a password is stretched to before it is digested (RFC 3414 A.2). */
const STRETCHED = 1_048_576;

/**
 * The key that a password makes for one engine (RFC 3414 2.6, A.2): who steals it learns neither the password nor the key of
 * another engine. Takes some milliseconds. The password has one octet at least.
 */
export function localisedKey(protocol: AuthenticationProtocol, password: string, engineId: Uint8Array): Uint8Array {
  const given = Buffer.from(password, 'utf8');
  if (given.length === 0) throw new Error('A password is missing.');
  const stretched = Buffer.alloc(STRETCHED, given);
  const key = createHash(protocol).update(stretched).digest();
  return createHash(protocol).update(key).update(engineId).update(key).digest();
}

/** Placeholder of a message's digest, of the same length: zeros. */
export function digestPlace(protocol: AuthenticationProtocol): Uint8Array {
  return new Uint8Array(digestLengths[protocol]);
}

/** The digest of a message with zeros in its place (RFC 3414 6.3.1). */
export function digestOf(protocol: AuthenticationProtocol, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac(protocol, key).update(message).digest().subarray(0, digestLengths[protocol]);
}

/** Whether `digest`, a slice of the message itself, is that of the message (RFC 3414 6.3.2). Takes as long for any digest. */
export function isDigestOf(
  protocol: AuthenticationProtocol,
  key: Uint8Array,
  message: Uint8Array,
  digest: Uint8Array,
): boolean {
  if (digest.length !== digestLengths[protocol]) return false;
  const blank = Uint8Array.from(message);
  const at = digest.byteOffset - message.byteOffset;
  blank.fill(0, at, at + digest.length);
  return timingSafeEqual(digestOf(protocol, key, blank), digest);
}
