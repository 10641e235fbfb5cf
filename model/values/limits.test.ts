import { expect, test } from 'vitest';
import { parseManifest, START_FILE } from '../firmware/bundle-manifest.ts';
import { parseHost } from './host-name.ts';
import { abbreviateNumber } from './number-words.ts';
import { parseOid } from './oid.ts';
import { timeAgo } from './time-ago.ts';

const labels = (length: number) =>
  `${'a.'.repeat(200)}`
    .slice(0, length - 1)
    .replace(/\.$/, 'a')
    .concat('a');

test('a host name has 253 characters at most', () => {
  expect([253, 254].map((length) => [labels(length).length, parseHost(labels(length)) !== undefined])).toEqual([
    [253, true],
    [254, false],
  ]);
});

test('an object identifier has 128 numbers at most', () => {
  const arcs = (count: number) => Array(count).fill(1).join('.');
  expect([128, 129].map((count) => parseOid(arcs(count)) !== undefined)).toEqual([true, false]);
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeAgo(seconds)).toBe(words);
});

test.each([
  [999, '999'],
  [999.94, '999.9'],
  [999.95, '1k'],
  [1000, '1k'],
  [999_949, '999.9k'],
  [999_950, '1M'],
])('%d is %s', (number, words) => {
  expect(abbreviateNumber(number)).toBe(words);
});

test('a bundle has 4096 files and 64 models at most', () => {
  const bundle = (files: number, models: number) => {
    const names = [START_FILE, ...Array.from({ length: files - 1 }, (_, at) => `file-${at}`)];
    const manifest = {
      models: Array.from({ length: models }, (_, at) => `MODEL-${at}`),
      version: '1.0',
      files: names.map((name) => ({ name, size: 0, sha256: '0'.repeat(64) })),
    };
    return parseManifest(new TextEncoder().encode(JSON.stringify(manifest))) !== undefined;
  };
  expect([bundle(4096, 64), bundle(4097, 64), bundle(4096, 65)]).toEqual([true, false, false]);
});
