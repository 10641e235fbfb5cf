import { expect, it } from 'vitest';
import { momentLines, momentText } from './moment-text.ts';

it('writes a moment in the form of every table, and nothing for one that never was', () => {
  const at = new Date(2026, 0, 31, 9, 5, 7).getTime() / 1000;
  expect(momentText(at)).toBe('2026-01-31 09:05:07');
  expect(momentLines(at)).toEqual(['2026-01-31', '09:05:07']);
  expect([momentText(0), momentLines(0)]).toEqual(['', []]);
});
