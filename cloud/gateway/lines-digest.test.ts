import { expect, it } from 'vitest';
import { linesDigest } from './lines-digest.ts';

it('tells sets of lines apart, whatever their order and however many they are', () => {
  const [a, b, later] = [
    { serial: 'A', line: 1 },
    { serial: 'B', line: 1 },
    { serial: 'A', line: 2 },
  ];
  expect(linesDigest([a, b])).toBe(linesDigest([b, a]));
  expect(new Set([[], [a], [b], [later], [a, b], [later, b]].map(linesDigest)).size).toBe(6);
});
