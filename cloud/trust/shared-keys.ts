import { hkdfSync, randomBytes } from 'node:crypto';
import type { SecretStrength } from '../../device/sessions/secret-strength.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds for which tickets of TLS sessions are of the same keys. */
const TICKET_TIME = 86_400_000;

/** Secrets shared only by the processes of a cloud. */
export interface SharedKeys {
  /** 256 bits each, as the next two: what claim tokens are signed with, the cookies of known browsers, the nonces of logins. */
  readonly claimTokens: Buffer;
  readonly browsers: Buffer;
  readonly nonces: Buffer;
  /** That what they say to one another is sealed with. */
  readonly bus: Buffer;
  /** That browsers encrypt logins for, PEM. */
  readonly login: string;
  /** Of TLS tickets at this time: 48 octets, others each day, so that what is taken once opens no recording for long. */
  tickets(now: number): Buffer;
}

/** The keys that the processes of a cloud share; new ones where they have none yet. Costs a key of RSA at the very first start. */
export async function sharedKeys(
  store: Pick<Store, 'share' | 'shared'>,
  { createLoginKey }: SecretStrength,
): Promise<SharedKeys> {
  const secret = Buffer.from(await store.share('secret', randomBytes(32).toString('hex')), 'hex');
  const login = (await store.shared('login-key')) ?? (await store.share('login-key', await createLoginKey()));
  const derived = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, length));
  return {
    claimTokens: derived('claim tokens', 32),
    browsers: derived('known browsers', 32),
    nonces: derived('login nonces', 32),
    bus: derived('words of the bus', 32),
    login,
    tickets: (now) => derived(`tickets ${Math.floor(now / TICKET_TIME)}`, 48),
  };
}
