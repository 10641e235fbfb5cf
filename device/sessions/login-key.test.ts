import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { LoginKey } from './login-key.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
/** Milliseconds that a nonce is good. */
const NONCE_LIFE = 120_000;
const clock = { now: () => 1_000 };
const nonceOf = (key: LoginKey) => /nonce: (\S+)/.exec(key.script())?.[1] ?? '';

test('a nonce is good once, and only where it was made', () => {
  const key = new LoginKey(privateKey, clock, Buffer.alloc(32, 1));
  const nonce = nonceOf(key);
  expect(key.redeem(nonce)).toBe(true);
  expect(key.redeem(nonce)).toBe(false);
  expect(key.redeem(nonceOf(new LoginKey(privateKey, clock, Buffer.alloc(32, 2))))).toBe(false);
});

test('a nonce is good for its time, to the moment, and not in a future that a clock has left again', () => {
  let now = 1_000;
  const key = new LoginKey(privateKey, { now: () => now }, Buffer.alloc(32, 1));
  const [first, second] = [nonceOf(key), nonceOf(key)];
  now += NONCE_LIFE - 1;
  expect(key.redeem(first)).toBe(true);
  expect(key.redeem(first)).toBe(false);
  now += 1;
  expect(key.redeem(second)).toBe(false);
  expect(key.redeem(first)).toBe(false);
  expect(key.redeem(nonceOf(key))).toBe(true);
});
