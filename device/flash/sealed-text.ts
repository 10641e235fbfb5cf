import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const CIPHER = 'aes-256-gcm';

/** Octets of a key. */
export const SEALING_KEY_LENGTH = 32;

/**
 * Encrypts octets with AES-256-GCM (NIST SP 800-38D) and a random nonce. `place` is authenticated with them, so that the result
 * opens at no other place. Nonce, tag and ciphertext.
 */
export function sealOctets(key: Buffer, octets: Uint8Array, place: string, nonce = randomBytes(NONCE_LENGTH)): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(octets), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** As `sealOctets` does, of a text and in Base64. */
export function sealText(key: Buffer, text: string, place: string): string {
  return sealOctets(key, Buffer.from(text), place).toString('base64');
}

/**
 * As `sealText` does, but the same text at the same place always comes to the same: the nonce follows from both by the key, so that
 * no two texts share one.
 */
export function sealTextAlike(key: Buffer, text: string, place: string): string {
  const nonce = createHmac('sha256', key)
    .update(JSON.stringify(['nonce', place, text]))
    .digest()
    .subarray(0, NONCE_LENGTH);
  return sealOctets(key, Buffer.from(text), place, nonce).toString('base64');
}

/** Opens what `sealText` made; undefined where the key or the place is another one, or the text was changed. */
export function openText(key: Buffer, sealed: string, place: string): string | undefined {
  return openOctets(key, Buffer.from(sealed, 'base64'), place)?.toString('utf8');
}

/** Opens what `sealOctets` made; undefined where the key or the place is another one, or the octets were changed. */
export function openOctets(key: Buffer, octets: Uint8Array, place: string): Buffer | undefined {
  if (octets.length < NONCE_LENGTH + TAG_LENGTH) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, octets.subarray(0, NONCE_LENGTH))
      .setAAD(Buffer.from(place))
      .setAuthTag(octets.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
    return Buffer.concat([decipher.update(octets.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
  } catch {
    return undefined;
  }
}
