import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Standing } from './known-browsers.ts';
import { Passwords } from './passwords.ts';

/** The result does not depend on the cost of a hash. */
const passwords = new Passwords(10);

test('a hash is as strong as is said where nobody asks for less', async () => {
  expect(await new Passwords().hash('password-1')).toMatch(/^scrypt\$15\$8\$3\$/);
});

test('a hash fits its own password only, and never shows it', async () => {
  const hash = await passwords.hash('pässword-1');
  expect(hash).not.toContain('ssword');
  expect(await passwords.verify('pässword-1', hash, 'stranger')).toBe(true);
  expect(await passwords.verify('password-1', hash, 'stranger')).toBe(false);
  expect(await passwords.hash('pässword-1')).not.toBe(hash);
});

test('what is no hash fits nothing', async () => {
  for (const hash of ['', 'scrypt$', passwords.decoy(), 'pässword-1']) {
    expect(await passwords.verify('pässword-1', hash, 'stranger')).toBe(false);
  }
});

test('a flood is turned away instead of piling up, and those who are known pass it by', async () => {
  const done: string[] = [];
  const attempt = (standing: Standing) =>
    passwords.verify('x', passwords.decoy(), standing).then(() => done.push(standing));
  const strangers = Array.from({ length: 24 }, () => attempt('stranger'));
  const others = [attempt('source'), attempt('browser'), attempt('source')];
  const refused = (await Promise.allSettled(strangers)).filter(({ status }) => status === 'rejected');
  await Promise.all(others);
  // One is at work, eight wait.
  expect(refused.length).toBe(15);
  expect(done.slice(0, 5)).toEqual(['stranger', 'browser', 'source', 'source', 'stranger']);
  expect(await passwords.verify('x', passwords.decoy(), 'stranger')).toBe(false);
});

test('a hash with the parameters of before fits still, and is outdated', async () => {
  const cheap = new Passwords(10);
  const salt = Buffer.from('0123456789abcdef');
  const key = scryptSync('password-1', salt, 32, { N: 2 ** 10, r: 8, p: 1 });
  const former = `scrypt$10$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await cheap.verify('password-1', former, 'stranger')).toBe(true);
  expect(await cheap.verify('password-2', former, 'stranger')).toBe(false);
  expect(cheap.isOutdated(former)).toBe(true);
  const present = await cheap.hash('password-1');
  expect(present).toMatch(/^scrypt\$10\$8\$3\$/);
  expect(cheap.isOutdated(present)).toBe(false);
  expect(await new Passwords(11).verify('password-1', present, 'stranger')).toBe(true);
  expect(new Passwords(11).isOutdated(present)).toBe(true);
});
