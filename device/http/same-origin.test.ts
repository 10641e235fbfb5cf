import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

test.each([
  ['a page of this device', { origin: 'https://10.0.0.1', host: '10.0.0.1' }, true],
  ['the same at a port', { origin: 'http://10.0.0.1:8080', host: '10.0.0.1:8080' }, true],
  ['the same where only one of them spells the usual port', { origin: 'https://switch', host: 'switch:443' }, true],
  ['the same in other letters', { origin: 'https://switch', host: 'SWITCH' }, true],
  ['no page', { host: '10.0.0.1' }, true],
  ['another port', { origin: 'http://10.0.0.1:8081', host: '10.0.0.1' }, false],
  ['a name that begins alike', { origin: 'https://10.0.0.1.example.org', host: '10.0.0.1' }, false],
  ['a page without an origin', { origin: 'null', host: '10.0.0.1' }, false],
  [
    'another site, whatever it calls itself',
    { origin: 'https://10.0.0.1', host: '10.0.0.1', 'sec-fetch-site': 'cross-site' },
    false,
  ],
] as const)('%s', (_, headers, isSame) => {
  expect(isSameOrigin(headers)).toBe(isSame);
});
