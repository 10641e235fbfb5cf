import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

const passwords = new Passwords();

test('a hash fits its own password only, and never shows it', async () => {
  const hash = await passwords.hash('pässword-1');
  expect(hash).not.toContain('ssword');
  expect(await passwords.verify('pässword-1', hash)).toBe(true);
  expect(await passwords.verify('password-1', hash)).toBe(false);
  expect(await passwords.hash('pässword-1')).not.toBe(hash);
});

test('what is no hash fits nothing', async () => {
  for (const hash of ['', 'scrypt$', passwords.decoy(), 'pässword-1']) {
    expect(await passwords.verify('pässword-1', hash)).toBe(false);
  }
});

test('a flood is turned away instead of piling up', async () => {
  const results = await Promise.allSettled(Array.from({ length: 24 }, () => passwords.verify('x', passwords.decoy())));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(8);
  expect(await passwords.verify('x', passwords.decoy())).toBe(false);
});
