import { createLoginKey } from './login-key.ts';

/** Cost of making the secrets of a device or a cloud. A device under test has weak ones, which take no time. */
export interface SecretStrength {
  /** The logarithm of scrypt's N (RFC 7914) for new hashes of passwords. */
  readonly passwordCost: number;
  /** Makes the private key that browsers encrypt logins for, PEM (PKCS #8). */
  createLoginKey(): Promise<string>;
}

/** As delivered. */
export const fullStrength: SecretStrength = { passwordCost: 15, createLoginKey };
