import { generateKeyPairSync } from 'node:crypto';

/** A new private key (P-256, PEM). */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
