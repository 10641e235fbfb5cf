import { expect, test } from 'vitest';
import { KnownBrowsers } from './known-browsers.ts';

test('who signed in before is known by his browser, others at his address by that, and nobody else', () => {
  const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
  const standing = (cookie: string | undefined, address: string) => browsers.visitor(cookie, address).standing;
  expect(standing(undefined, '192.0.2.9')).toBe('stranger');
  const cookie = browsers.remember(undefined, '192.0.2.9');
  expect(standing(cookie, '198.51.100.1')).toBe('browser');
  expect(standing(undefined, '192.0.2.9')).toBe('source');
  expect(standing(undefined, '192.0.2.8')).toBe('stranger');
  expect(new KnownBrowsers(Buffer.alloc(32, 2)).visitor(cookie, '192.0.2.9').standing).toBe('stranger');
});
