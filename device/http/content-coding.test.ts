import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { takes } from './content-coding.ts';

test.each([
  ['br, gzip', true, true],
  ['gzip;q=1.0, br;q=0.5', true, true],
  ['gzip, br;q=0', false, true],
  ['br; q=0.000 , gzip', false, true],
  ['identity', false, false],
  ['brotli', false, false],
  [undefined, false, false],
])('a browser that says "%s" is answered in Brotli: %s, in gzip: %s', (accepted, inBrotli, inGzip) => {
  const request = { headers: { 'accept-encoding': accepted } } as IncomingMessage;
  expect([takes(request, 'br'), takes(request, 'gzip')]).toEqual([inBrotli, inGzip]);
});
