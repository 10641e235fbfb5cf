import { hkdfSync, randomBytes } from 'node:crypto';
import { createLoginKey } from '../../device/sessions/login-key.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds for which tickets of TLS sessions are of the same keys. */
const TICKET_TIME = 86_400_000;

/** What all processes of a cloud know and nobody else does. */
export interface SharedKeys {
  /** 256 bits each: what claim tokens are signed with, the cookies of known browsers, and the nonces of logins. */
  readonly claimTokens: Buffer;
  readonly browsers: Buffer;
  readonly nonces: Buffer;
  /** That browsers encrypt logins for, PEM. */
  readonly login: string;
  /** Of TLS tickets at this time: 48 octets, others each day, so that what is taken once opens no recording for long. */
  tickets(now: number): Buffer;
}

/** The keys that the processes of a cloud share; new ones where they have none yet. Costs a key of RSA at the very first start. */
export async function sharedKeys(store: Pick<Store, 'share' | 'shared'>): Promise<SharedKeys> {
  const secret = Buffer.from(await store.share('secret', randomBytes(32).toString('hex')), 'hex');
  const login = (await store.shared('login-key')) ?? (await store.share('login-key', await createLoginKey()));
  const derived = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, length));
  return {
    claimTokens: derived('claim tokens', 32),
    browsers: derived('known browsers', 32),
    nonces: derived('login nonces', 32),
    login,
    tickets: (now) => derived(`tickets ${Math.floor(now / TICKET_TIME)}`, 48),
  };
}
