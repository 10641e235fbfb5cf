import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { KeptBodies } from './kept-bodies.ts';

test('a text is coded once while it is among the last, and anew after that', async () => {
  const bodies = new KeptBodies();
  const first = bodies.plain('ä→'.repeat(600));
  expect(first.toString()).toBe('ä→'.repeat(600));
  expect(gunzipSync(await bodies.zipped('ä→'.repeat(600))).toString()).toBe('ä→'.repeat(600));
  expect(bodies.zipped('ä→'.repeat(600))).toBe(bodies.zipped('ä→'.repeat(600)));
  for (let other = 0; other < 7; other += 1) bodies.plain(String(other).repeat(1000));
  expect(bodies.plain('ä→'.repeat(600))).toBe(first);
  for (let other = 0; other < 8; other += 1) bodies.plain(String(other).repeat(1000));
  expect(bodies.plain('ä→'.repeat(600))).not.toBe(first);
});

test('a very long text is coded, but takes no room', async () => {
  const bodies = new KeptBodies();
  const long = 'x'.repeat(64_001);
  expect(gunzipSync(await bodies.zipped(long)).toString()).toBe(long);
  expect(bodies.plain(long)).not.toBe(bodies.plain(long));
});
