import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { LoginKey } from './login-key.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
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

const pem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** What says that it is a key of RSA with so many bits: to make one takes seconds. */
function ofBits(bits: number): string {
  const octets = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  octets[0] = 0xff >> (8 * octets.length - bits);
  const half = octets.subarray(octets.length / 2).toString('base64url');
  const [p, q, dp, dq, qi] = [half, half, half, half, half];
  const n = octets.toString('base64url');
  return pem(createPrivateKey({ format: 'jwk', key: { kty: 'RSA', n, e: 'AQAB', d: n, p, q, dp, dq, qi } }));
}

test.each([
  ['of an elliptic curve', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ['for signatures', () => pem(generateKeyPairSync('ed25519').privateKey)],
  ['for signatures by RSA', () => pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey)],
  ['of RSA that is too short for a password', () => ofBits(2047)],
  ['of RSA that is longer than a login may be', () => ofBits(4097)],
])('a key %s is none', async (_what, other) => {
  const key = new LoginKey(other(), clock, undefined, async () => privateKey);
  expect(await key.script()).toContain(publicKey);
});

test.each([2048, 4096])('a key of RSA with %i bits stays', async (bits) => {
  const key = new LoginKey(ofBits(bits), clock, undefined, () => Promise.reject(new Error('It was to stay.')));
  expect(await key.script()).toContain('BEGIN PUBLIC KEY');
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
