import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
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
  'Welcome2024!',
  'letmein!!',
  'Passwort1',
  'passw0rd123',
])('%s is tried first', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'first-Passw0rd',
  'Second-pass1',
  'Correct-Horse-7',
  'another-1',
  'gT7#kwq0',
  'rainy-tuesday',
  '8f3k1x0z',
  '48151623',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
