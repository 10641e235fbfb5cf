import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';

const COST_LOG2 = 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const KEY_LENGTH = 32;
/** Octets that one hash may take: 128 * N * r, and some to spare. */
const MEMORY = 64 * 1024 * 1024;
/** Hashes that may wait for their turn. */
const QUEUE = 16;

/**
 * Hashes passwords with scrypt (RFC 7914, N = 2^15, r = 8, p = 1), one at a time, so that a flood of logins takes neither
 * all memory nor all processors. Rejects with a `Refusal` (13) while too many wait.
 */
export class Passwords {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #decoy: string | undefined;

  /** "scrypt$15$8$1$salt$key", salt and key in base64url. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.#derive(password, salt);
    return ['scrypt', COST_LOG2, BLOCK_SIZE, PARALLELISM, salt.toString('base64url'), key.toString('base64url')].join(
      '$',
    );
  }

  /** Takes equally long whether the password fits or not, and for a `hash` that is none. */
  async verify(password: string, hash: string): Promise<boolean> {
    const stored = readHash(hash);
    const derived = await this.#derive(password, stored?.salt ?? randomBytes(16));
    return stored !== undefined && timingSafeEqual(derived, stored.key);
  }

  /** A hash that no password fits, for taking the same time over a name that does not exist. */
  decoy(): string {
    this.#decoy ??= `scrypt$15$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(KEY_LENGTH).toString('base64url')}`;
    return this.#decoy;
  }

  #derive(password: string, salt: Buffer): Promise<Buffer> {
    if (this.#waiting >= QUEUE) {
      throw new Refusal(
        ErrorCode.resourceUnavailable,
        say('The device is busy with other logins. Try again in a moment.'),
      );
    }
    this.#waiting += 1;
    const derived = this.#last
      .then(() => derive(password, salt))
      .finally(() => {
        this.#waiting -= 1;
      });
    this.#last = derived.catch(() => {});
    return derived;
  }
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const options = { N: 2 ** COST_LOG2, r: BLOCK_SIZE, p: PARALLELISM, maxmem: MEMORY };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, options, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

function readHash(hash: string): { readonly salt: Buffer; readonly key: Buffer } | undefined {
  const match = /^scrypt\$15\$8\$1\$([\w-]{16,64})\$([\w-]{43})$/.exec(hash);
  if (!match?.[1] || !match[2]) return undefined;
  const key = Buffer.from(match[2], 'base64url');
  return key.length === KEY_LENGTH ? { salt: Buffer.from(match[1], 'base64url'), key } : undefined;
}
