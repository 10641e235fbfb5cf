import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';
import type { Standing } from './known-browsers.ts';

const COST_LOG2 = 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 1;
const KEY_LENGTH = 32;
/** Octets that one hash may take: 128 * N * r, and some to spare. */
const MEMORY = 64 * 1024 * 1024;
/** Hashes that may wait for their turn, for each standing by itself. */
const QUEUE = 8;

/** Said to whoever is turned away because others sign in at the moment. */
export const busyWithLogins: Message = say('The device is busy with other logins. Try again in a moment.');

/**
 * Hashes passwords with scrypt (RFC 7914, N = 2^15, r = 8, p = 1), one at a time, so that a flood of logins takes neither
 * all memory nor all processors. Who is better known comes first, so that the owner waits for one hash of a stranger at
 * most. Rejects with a `Refusal` (13) while too many of one standing wait.
 */
export class Passwords {
  /** First those who come first. */
  readonly #waiting: Readonly<Record<Standing, (() => void)[]>> = { browser: [], source: [], stranger: [] };
  #busy = false;
  #decoy: string | undefined;

  /** "scrypt$15$8$1$salt$key", salt and key in base64url. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.#derive(password, salt, 'browser');
    return ['scrypt', COST_LOG2, BLOCK_SIZE, PARALLELISM, salt.toString('base64url'), key.toString('base64url')].join(
      '$',
    );
  }

  /** Takes equally long whether the password fits or not, and for a `hash` that is none. */
  async verify(password: string, hash: string, standing: Standing): Promise<boolean> {
    const stored = readHash(hash);
    const derived = await this.#derive(password, stored?.salt ?? randomBytes(16), standing);
    return stored !== undefined && timingSafeEqual(derived, stored.key);
  }

  /** A hash that no password fits, for taking the same time over a name that does not exist. */
  decoy(): string {
    this.#decoy ??= `scrypt$15$8$1$${randomBytes(16).toString('base64url')}$${randomBytes(KEY_LENGTH).toString('base64url')}`;
    return this.#decoy;
  }

  async #derive(password: string, salt: Buffer, standing: Standing): Promise<Buffer> {
    if (this.#busy) await this.#turn(standing);
    this.#busy = true;
    try {
      return await derive(password, salt);
    } finally {
      const next = Object.values(this.#waiting)
        .find((queue) => queue.length > 0)
        ?.shift();
      // Whoever comes meanwhile still waits behind the one whose turn it is.
      if (next) next();
      else this.#busy = false;
    }
  }

  #turn(standing: Standing): Promise<void> {
    const queue = this.#waiting[standing];
    if (queue.length >= QUEUE) throw new Refusal(ErrorCode.resourceUnavailable, busyWithLogins);
    return new Promise((resolve) => queue.push(resolve));
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

/** Whether this is a hash as `Passwords.hash` makes it. */
export function isPasswordHash(text: string): boolean {
  return readHash(text) !== undefined;
}

function readHash(hash: string): { readonly salt: Buffer; readonly key: Buffer } | undefined {
  const match = /^scrypt\$15\$8\$1\$([\w-]{16,64})\$([\w-]{43})$/.exec(hash);
  if (!match?.[1] || !match[2]) return undefined;
  const key = Buffer.from(match[2], 'base64url');
  return key.length === KEY_LENGTH ? { salt: Buffer.from(match[1], 'base64url'), key } : undefined;
}
