import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import type { Value, Values } from '../../../model/wire/call.ts';
import type { Seal } from './configuration-file.ts';

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const CIPHER = 'aes-256-gcm';

/** RFC 7914; about 50 ms and 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** A fresh salt for a file, base64. */
export function newSalt(): string {
  return randomBytes(16).toString('base64');
}

/** The key that a passphrase and a file's salt come to. */
export function keyOf(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.from(salt, 'base64'), KEY_LENGTH, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Encrypts secrets with AES-256-GCM; the place is authenticated with them. Base64 of nonce, tag and ciphertext. */
export function sealWith(key: Buffer): Seal {
  return (secrets, place) => {
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
    const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  };
}

/** Opens what `sealWith` made; undefined where the key or the place is another one, or the text was changed. */
export function open(key: Buffer, sealed: string, place: string): Values | undefined {
  const octets = Buffer.from(sealed, 'base64');
  if (octets.length < NONCE_LENGTH + TAG_LENGTH) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, octets.subarray(0, NONCE_LENGTH))
      .setAAD(Buffer.from(place))
      .setAuthTag(octets.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
    const text = Buffer.concat([decipher.update(octets.subarray(NONCE_LENGTH + TAG_LENGTH)), decipher.final()]);
    const values: unknown = JSON.parse(text.toString('utf8'));
    if (typeof values !== 'object' || values === null) return undefined;
    const entries = Object.entries(values).filter((entry): entry is [string, Value] => typeof entry[1] === 'string');
    return Object.fromEntries(entries);
  } catch {
    return undefined;
  }
}
