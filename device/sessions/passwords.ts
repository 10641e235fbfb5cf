import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';
import type { Standing } from './known-browsers.ts';
import { fullStrength } from './secret-strength.ts';

/** The maximum cost of verifying a stored hash, as the logarithm of N: a damaged file cannot exceed it. */
const HIGHEST_COST = 17;
const BLOCK_SIZE = 8;
/** OWASP's password storage: N = 2^15, r = 8, p = 3 is as strong as N = 2^17, p = 1, and takes a quarter of its memory. */
const PARALLELISM = 3;
const KEY_LENGTH = 32;
/** Octets that one hash may take: 128 * N * r, and some to spare. */
const memory = (cost: number) => 128 * BLOCK_SIZE * (2 ** cost + 64);
/** Hashes that may wait for their turn, for each standing by itself. */
const QUEUE = 8;

/** The answer to a client that is turned away because others log in at the moment. */
export const busyWithLogins: Message = say('The device is busy with other logins. Try again in a moment.');

/**
 * Hashes passwords with scrypt (RFC 7914, N = 2^cost, r = 8, p = 3), one at a time, so that a flood of logins uses up
 * neither memory nor processors. Better known clients come first, so that the owner waits for at most one hash of a
 * stranger. Rejects with a `Refusal` (13) while too many of one standing wait.
 */
export class Passwords {
  /** First those who come first. */
  readonly #waiting: Readonly<Record<Standing, (() => void)[]>> = { browser: [], source: [], stranger: [] };
  #busy = false;
  #decoy: string | undefined;
  readonly #cost: number;

  /** @param cost The logarithm of N, for new hashes. */
  constructor(cost: number = fullStrength.passwordCost) {
    this.#cost = cost;
  }

  /** "scrypt$15$8$3$salt$key", salt and key in base64url, for a cost of 15. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await this.#derive(password, { ...this.#present, salt }, 'browser');
    return written(this.#cost, salt, key);
  }

  /** Takes equally long whether the password fits or not, and for a `hash` that is none. */
  async verify(password: string, hash: string, standing: Standing): Promise<boolean> {
    const stored = readHash(hash);
    const derived = await this.#derive(password, stored ?? { ...this.#present, salt: randomBytes(16) }, standing);
    return stored !== undefined && timingSafeEqual(derived, stored.key);
  }

  /** Whether a hash was made with other parameters than those of today. */
  isOutdated(hash: string): boolean {
    const stored = readHash(hash);
    return stored !== undefined && (stored.cost !== this.#cost || stored.parallelism !== PARALLELISM);
  }

  get #present(): Omit<Salted, 'salt'> {
    return { cost: this.#cost, parallelism: PARALLELISM };
  }

  /** A hash that no password fits, for taking the same time over a name that does not exist. */
  decoy(): string {
    this.#decoy ??= written(this.#cost, randomBytes(16), randomBytes(KEY_LENGTH));
    return this.#decoy;
  }

  async #derive(password: string, salted: Salted, standing: Standing): Promise<Buffer> {
    if (this.#busy) await this.#turn(standing);
    this.#busy = true;
    try {
      return await derive(password, salted);
    } finally {
      const next = Object.values(this.#waiting)
        .find((queue) => queue.length > 0)
        ?.shift();
      // Later clients still wait behind the one whose turn it is.
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

/** Inputs of a key besides the password. */
interface Salted {
  readonly cost: number;
  readonly parallelism: number;
  readonly salt: Buffer;
}

/** An outdated hash takes as long as a current one, so that the time does not reveal which it is. */
async function derive(password: string, salted: Salted): Promise<Buffer> {
  const key = await deriveKey(password, salted);
  const less = PARALLELISM - salted.parallelism;
  if (less > 0) await deriveKey(password, { ...salted, parallelism: less });
  return key;
}

function deriveKey(password: string, { cost, parallelism, salt }: Salted): Promise<Buffer> {
  const options = { N: 2 ** cost, r: BLOCK_SIZE, p: parallelism, maxmem: memory(cost) };
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

function written(cost: number, salt: Buffer, key: Buffer): string {
  return ['scrypt', cost, BLOCK_SIZE, PARALLELISM, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function readHash(hash: string): (Salted & { readonly key: Buffer }) | undefined {
  const match = /^scrypt\$([1-9]\d?)\$8\$([13])\$([\w-]{16,64})\$([\w-]{43})$/.exec(hash);
  if (!match?.[3] || !match[4]) return undefined;
  const cost = Number(match[1]);
  const parallelism = Number(match[2]);
  const key = Buffer.from(match[4], 'base64url');
  if (cost > HIGHEST_COST || key.length !== KEY_LENGTH) return undefined;
  return { cost, parallelism, salt: Buffer.from(match[3], 'base64url'), key };
}
