import { createCipheriv, createDecipheriv } from 'node:crypto';

/** How messages of a user are encrypted: CBC-DES (RFC 3414 section 8), CFB128-AES-128 (RFC 3826). */
export type PrivacyProtocol = 'des' | 'aes128';

/** Values known to both sides of an encryption besides its key. */
export interface MessageMoment {
  readonly boots: number;
  readonly time: number;
}

/** Octets of the privacy parameters, of either protocol. */
const SALT = 8;

/**
 * Encrypts a scoped PDU. `salt` must never come twice under one key: a counter will do. `key` is the user's localised key, of
 * 16 octets at least. Gives the ciphertext and the privacy parameters.
 */
export function encrypt(
  protocol: PrivacyProtocol,
  key: Uint8Array,
  { boots, time }: MessageMoment,
  salt: bigint,
  plain: Uint8Array,
): { readonly scoped: Uint8Array; readonly privacy: Uint8Array } {
  const privacy = Buffer.alloc(SALT);
  if (protocol === 'des') {
    privacy.writeUInt32BE(boots, 0);
    privacy.writeUInt32BE(Number(salt % 2n ** 32n), 4);
    const padded = Buffer.alloc(Math.ceil(plain.length / 8) * 8);
    padded.set(plain);
    const cipher = createCipheriv('des-ede3-cbc', desKey(key), desVector(key, privacy)).setAutoPadding(false);
    return { scoped: Buffer.concat([cipher.update(padded), cipher.final()]), privacy };
  }
  privacy.writeBigUInt64BE(salt % 2n ** 64n);
  const cipher = createCipheriv('aes-128-cfb', key.subarray(0, 16), aesVector({ boots, time }, privacy));
  return { scoped: Buffer.concat([cipher.update(plain), cipher.final()]), privacy };
}

/** Decrypts a scoped PDU; undefined if it cannot have been encrypted so. The result need not be one. */
export function decrypt(
  protocol: PrivacyProtocol,
  key: Uint8Array,
  moment: MessageMoment,
  privacy: Uint8Array,
  scoped: Uint8Array,
): Uint8Array | undefined {
  if (privacy.length !== SALT) return undefined;
  if (protocol === 'aes128') {
    const decipher = createDecipheriv('aes-128-cfb', key.subarray(0, 16), aesVector(moment, privacy));
    return Buffer.concat([decipher.update(scoped), decipher.final()]);
  }
  if (scoped.length === 0 || scoped.length % 8 !== 0) return undefined;
  const decipher = createDecipheriv('des-ede3-cbc', desKey(key), desVector(key, privacy)).setAutoPadding(false);
  return Buffer.concat([decipher.update(scoped), decipher.final()]);
}

/** OpenSSL 3 offers no DES, but DES three times with one key is DES: what the second undoes the third does again. */
function desKey(key: Uint8Array): Uint8Array {
  const once = key.subarray(0, 8);
  return Buffer.concat([once, once, once]);
}

/** The second eight octets of the key, with the salt laid over (RFC 3414 8.1.1.1). */
function desVector(key: Uint8Array, salt: Uint8Array): Uint8Array {
  return salt.map((octet, at) => octet ^ (key[8 + at] ?? 0));
}

/** Boots, time, salt (RFC 3826 3.1.2.1). */
function aesVector({ boots, time }: MessageMoment, salt: Uint8Array): Uint8Array {
  const vector = Buffer.alloc(16);
  vector.writeUInt32BE(boots, 0);
  vector.writeUInt32BE(time, 4);
  vector.set(salt, 8);
  return vector;
}
