import { spawnSync } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { Passwords } from '../device/sessions/passwords.ts';

const hashed = `require('node:crypto').scrypt('a', 'b', 32, { N: 2 ** 15, r: 8, p: 3 }, (_, key) => console.log(key.toString('hex')))`;

test('programs that tests start hash at no cost, and the tests themselves at that of the product', async () => {
  const { stdout } = spawnSync(process.execPath, ['-e', hashed], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(scryptSync('a', 'b', 32, { N: 2, r: 8, p: 3 }).toString('hex'));
  const [, cost = '', , parallelism = '', salt = '', key] = (await new Passwords().hash('a')).split('$');
  const options = { N: 2 ** Number(cost), r: 8, p: Number(parallelism), maxmem: 2 ** 26 };
  expect(scryptSync('a', Buffer.from(salt, 'base64url'), 32, options).toString('base64url')).toBe(key);
  expect([cost, parallelism]).toEqual(['15', '3']);
});
