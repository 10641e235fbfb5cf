import { expect, test } from 'vitest';
import { isGuessable } from './common-passwords.ts';

const shown = ['TPE-2840WS', 'core-north', 'admin'];

test.each([
  '48151623',
  'liverpool1',
  'Charlie1!',
  'tpe2840ws',
  'TPE-2840WS!',
  'core-north2026',
  'Core North',
  'password',
  'Password1',
  'P@ssw0rd!',
  'passwordpassword',
  'administrator',
  'Admin123!',
  'switch2024',
  '12345678',
  '87654321',
  'qwertyui',
  'qwer1234',
  'abcd1234',
  'aaaaaaaa',
  'aabbaabb',
  'xkqkxqxk',
  'Welcome2024!',
  'letmein!!',
  'Passwort1',
  'passw0rd123',
])('%s is tried first', async (password) => {
  expect(await isGuessable(password, shown)).toBe(true);
});

test.each([
  'first-Passw0rd',
  'xkqzkxqx',
  'correct horse battery staple',
  'rain on core-north tonight',
  'Second-pass1',
  'Correct-Horse-7',
  'another-1',
  'gT7#kwq0',
  'rainy-tuesday',
  '8f3k1x0z',
])('%s is not', async (password) => {
  expect(await isGuessable(password, shown)).toBe(false);
});
