import { createHmac } from 'node:crypto';
import { sameText } from '../../device/sessions/hand-over.ts';

/** Milliseconds for which a token claims a switch. */
const LIFE = 600_000;

/** Contents of a token. */
export interface TokenHolder {
  readonly user: string;
  readonly tenant: string;
  /** Of the key that the switch logged in with: others cannot use it. */
  readonly keyHash: string;
}

/**
 * Tokens that a switch gets for an account and a password: each one claims the switch that asked for it, for ten
 * minutes. It carries all its data, so that any controller that knows the secret accepts it.
 */
export class ClaimTokens {
  readonly #secret: Buffer;

  /** @param secret 256 bits that all controllers of the cloud know. */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  make(holder: TokenHolder, now: number): string {
    const body = Buffer.from(JSON.stringify({ ...holder, until: now + LIFE })).toString('base64url');
    return `${body}.${this.#sign(body)}`;
  }

  /** Its account; undefined if it is invalid, too old, or another switch's. */
  read(token: string, keyHash: string, now: number): TokenHolder | undefined {
    const [body = '', signature = ''] = token.split('.');
    if (!sameText(signature, this.#sign(body))) return undefined;
    const said: TokenHolder & { until: number } = JSON.parse(Buffer.from(body, 'base64url').toString());
    return said.keyHash === keyHash && said.until > now ? said : undefined;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#secret).update(body).digest('base64url');
  }
}
