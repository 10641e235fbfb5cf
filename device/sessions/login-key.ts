import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { sameText } from './hand-over.ts';

/** How long a nonce can be used, in milliseconds (docs/specification/protocol.md, "Endpoints"). */
const NONCE_LIFE = 120_000;

/** Octets of a nonce's MAC: nonce and a password of 128 characters have to fit into one RSA-OAEP block of 190. */
const MAC_LENGTH = 16;

/** Bits of the modulus: with less, a block has no room for a password; with more, what it is sealed as is longer than is opened. */
const MODULUS = { made: 2048, least: 2048, most: 4096 };

/** Characters of a parameter at most: a block of the longest key, in base64. */
const LONGEST_PARAMETER = 1024;

/** Makes the device's RSA key pair: the private key in PEM (PKCS #8), 2048 bits. */
export function createLoginKey(): Promise<string> {
  return new Promise((resolve, reject) =>
    generateKeyPair(
      'rsa',
      {
        modulusLength: MODULUS.made,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      },
      (error, _publicKey, privateKey) => (error ? reject(error) : resolve(privateKey)),
    ),
  );
}

/** Contents of a login parameter. */
export interface Unsealed {
  readonly nonce: string;
  readonly value: string;
}

/** The key of a login, and its public half in PEM. Throws where it is no key that browsers can encrypt a login for. */
function readKeys(pem: string): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const privateKey = createPrivateKey(pem);
  const { asymmetricKeyType, asymmetricKeyDetails: { modulusLength = 0 } = {} } = privateKey;
  if (asymmetricKeyType !== 'rsa' || modulusLength < MODULUS.least || modulusLength > MODULUS.most) {
    throw new Error(`The key is no RSA key of ${MODULUS.least} to ${MODULUS.most} bits.`);
  }
  return { privateKey, publicKey: createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString() };
}

/**
 * Opens what a browser encrypted for this device (docs/specification/protocol.md, "Endpoints"): "N\nvalue" in UTF-8, RSA-OAEP with
 * SHA-256, base64. Nonces carry their own time and a MAC, so handing out many of them costs no memory and pushes out no other.
 */
export class LoginKey {
  #pem: string;
  #read: ReturnType<typeof readKeys> | undefined;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #secret: Buffer;
  readonly #renew: (() => Promise<string>) | undefined;
  #renewing: Promise<void> | undefined;
  /** Nonces used, with the time at which they would have expired. */
  readonly #used = new Map<string, number>();

  /**
   * @param privateKey PEM (PKCS #8).
   * @param secret 256 bits by which nonces are known: who has the same key, secret and clock takes them, too.
   * @param renew gives another key, in the same form, if this one turns out to be none.
   */
  constructor(
    privateKey: string,
    clock: Pick<Clock, 'now'>,
    secret: Buffer = randomBytes(32),
    renew?: () => Promise<string>,
  ) {
    this.#secret = secret;
    this.#renew = renew;
    this.#pem = privateKey;
    this.#clock = clock;
  }

  /** Read by the first login that comes: no start waits for it. */
  get #keys() {
    this.#read ??= readKeys(this.#pem);
    return this.#read;
  }

  /** The public-key script: a fresh nonce in its first line, then the key. Rejects if there is none, and no other can be made. */
  async script(): Promise<string> {
    await this.#readable();
    const stamp = Math.floor(this.#clock.now()).toString(36);
    const body = `${stamp}.${randomBytes(12).toString('base64url')}`;
    return `// nonce: ${body}.${this.#sign(body)}\n${this.#keys.publicKey}`;
  }

  /** Resolves once there is a key that can be read; those who ask meanwhile wait for the same new one. */
  async #readable(): Promise<void> {
    try {
      this.#keys;
    } catch (error) {
      const renew = this.#renew;
      if (!renew) throw error;
      this.#renewing ??= renew()
        .then((pem) => {
          this.#pem = pem;
        })
        .finally(() => {
          this.#renewing = undefined;
        });
      await this.#renewing;
    }
  }

  /** Opens one parameter; undefined for what was not encrypted for this device. */
  unseal(parameter: string): Unsealed | undefined {
    if (parameter.length > LONGEST_PARAMETER) return undefined;
    try {
      const sealed = Buffer.from(parameter, 'base64');
      const options = { key: this.#keys.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
      const text = new TextDecoder('utf-8', { fatal: true }).decode(privateDecrypt(options, sealed));
      const end = text.indexOf('\n');
      return end < 0 ? undefined : { nonce: text.slice(0, end), value: text.slice(end + 1) };
    } catch {
      return undefined;
    }
  }

  /** Whether the nonce is ours, not too old and not used yet; it is used up by asking. */
  redeem(nonce: string): boolean {
    const now = this.#clock.now();
    for (const [used, expiry] of this.#used) if (expiry <= now) this.#used.delete(used);
    const match = /^(([0-9a-z]{1,12})\.[\w-]{16})\.([\w-]{22})$/.exec(nonce);
    if (!match?.[1] || !match[2] || !match[3]) return false;
    if (!sameText(match[3], this.#sign(match[1]))) return false;
    const expiry = Number.parseInt(match[2], 36) + NONCE_LIFE;
    if (expiry <= now || this.#used.has(nonce)) return false;
    this.#used.set(nonce, expiry);
    return true;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(body).digest().subarray(0, MAC_LENGTH).toString('base64url');
  }
}
