import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { bearerToken } from './bearer-token.ts';

/** Of nothing but its headers. */
const tokenOf = (authorization?: string) => bearerToken({ headers: { authorization } } as IncomingMessage);

test('a token has 256 characters at most; a longer one is none', () => {
  expect(tokenOf(`Bearer ${'a'.repeat(256)}`)).toBe('a'.repeat(256));
  expect(tokenOf(`Bearer ${'a'.repeat(257)}`)).toBe('');
});

test('a token is one word behind the name of its scheme, whose case is of no matter', () => {
  expect(tokenOf('bearer fpt_a-b ')).toBe('fpt_a-b');
  for (const none of ['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b', 'Bearer a, Bearer b'])
    expect(tokenOf(none)).toBe('');
  for (const other of [undefined, '', 'Basic YTpi', 'Bearerfpt_a']) expect(tokenOf(other)).toBeUndefined();
});
