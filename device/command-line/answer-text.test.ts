import { expect, test } from 'vitest';
import { fitForTerminal } from './answer-text.ts';

test('nothing from outside controls the terminal, turns the direction of writing or hides a text', () => {
  // Control, format, private, unassigned, line and paragraph separators.
  for (const unfit of ['\u001b', '\u0085', '\u202e', '\u200b', '\ue000', '\u0378', '\u2028', '\u2029', '\u{e0041}']) {
    expect([unfit, fitForTerminal(`a${unfit}b`)]).toEqual([unfit, 'a·b']);
  }
  expect(fitForTerminal('Büro 東京 – 5 µs €')).toBe('Büro 東京 – 5 µs €');
});
