import { randomBytes, scrypt } from 'node:crypto';
import { openText, SEALING_KEY_LENGTH, sealText } from '../../../device/flash/sealed-text.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import type { Seal } from './configuration-file.ts';

/** RFC 7914; about 50 ms and 32 MiB. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** A fresh salt for a file, base64. */
export function newSalt(): string {
  return randomBytes(16).toString('base64');
}

/** The key that a passphrase and a file's salt come to. */
export function keyOf(passphrase: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.from(salt, 'base64'), SEALING_KEY_LENGTH, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Encrypts the secrets of an entry as JSON (see `sealText`). */
export function sealWith(key: Buffer): Seal {
  return (secrets, place) => sealText(key, JSON.stringify(secrets), place);
}

/** Opens what `sealWith` made; undefined where the key or the place is another one, or the text was changed. */
export function open(key: Buffer, sealed: string, place: string): Values | undefined {
  const text = openText(key, sealed, place);
  if (text === undefined) return undefined;
  const values = readJsonRecord(text);
  if (!values) return undefined;
  const entries = Object.entries(values).filter((entry): entry is [string, Value] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

function readJsonRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
