import { generateKeyPairSync } from 'node:crypto';
import type { SecretStrength } from './secret-strength.ts';

let loginKey: string | undefined;

/** For tests: secrets that take no time. Each process makes one key for logins, which takes as long as twenty starts. */
export const weakSecrets: SecretStrength = {
  passwordCost: 1,
  async createLoginKey() {
    loginKey ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey;
    return loginKey;
  },
};
