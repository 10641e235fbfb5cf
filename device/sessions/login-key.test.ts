import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { LoginKey } from './login-key.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const clock = { now: () => 1_000 };
const nonceOf = (key: LoginKey) => /nonce: (\S+)/.exec(key.script())?.[1] ?? '';

test('a nonce is good once, and only where it was made', () => {
  const key = new LoginKey(privateKey, clock, Buffer.alloc(32, 1));
  const nonce = nonceOf(key);
  expect(key.redeem(nonce)).toBe(true);
  expect(key.redeem(nonce)).toBe(false);
  expect(key.redeem(nonceOf(new LoginKey(privateKey, clock, Buffer.alloc(32, 2))))).toBe(false);
});
