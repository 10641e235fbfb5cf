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
const nonceOf = async (key: LoginKey) => /nonce: (\S+)/.exec(await key.script())?.[1] ?? '';

test('a nonce is good once, and only where it was made', async () => {
  const key = new LoginKey(privateKey, clock, Buffer.alloc(32, 1));
  const nonce = await nonceOf(key);
  expect(key.redeem(nonce)).toBe(true);
  expect(key.redeem(nonce)).toBe(false);
  expect(key.redeem(await nonceOf(new LoginKey(privateKey, clock, Buffer.alloc(32, 2))))).toBe(false);
});

test('a nonce is good for its time, to the moment, and not in a future that a clock has left again', async () => {
  let now = 1_000;
  const key = new LoginKey(privateKey, { now: () => now }, Buffer.alloc(32, 1));
  const [first, second] = [await nonceOf(key), await nonceOf(key)];
  now += NONCE_LIFE - 1;
  expect(key.redeem(first)).toBe(true);
  expect(key.redeem(first)).toBe(false);
  now += 1;
  expect(key.redeem(second)).toBe(false);
  expect(key.redeem(first)).toBe(false);
  expect(key.redeem(await nonceOf(key))).toBe(true);
});

test('what is no key is replaced once for all who ask, and by nothing where none can be made', async () => {
  let made = 0;
  const key = new LoginKey('no key', clock, undefined, async () => {
    made += 1;
    return privateKey;
  });
  const scripts = await Promise.all([key.script(), key.script(), key.script()]);
  expect(scripts.every((script) => script.includes('BEGIN PUBLIC KEY'))).toBe(true);
  expect(made).toBe(1);
  await expect(new LoginKey('no key', clock).script()).rejects.toThrow();
});

test('a new key that could not be made is made for the next who asks', async () => {
  let made = 0;
  const key = new LoginKey('no key', clock, undefined, async () => {
    made += 1;
    if (made === 1) throw new Error('no entropy');
    return privateKey;
  });
  await expect(key.script()).rejects.toThrow('no entropy');
  expect(await key.script()).toContain('BEGIN PUBLIC KEY');
});
