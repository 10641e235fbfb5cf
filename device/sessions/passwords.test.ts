import { expect, test } from 'vitest';
import type { Standing } from './known-browsers.ts';
import { Passwords } from './passwords.ts';

const passwords = new Passwords();

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
