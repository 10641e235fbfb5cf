import { expect, it } from 'vitest';
import { searched, text } from './text.ts';

it('counts what a reader calls a character, though some take two of a string', () => {
  const field = text({ label: 'Text', maxLength: 2, characters: searched });
  expect(field.read('🐟🐟')).toEqual({ ok: true, value: '🐟🐟' });
  expect(field.read('🐟🐟🐟').ok).toBe(false);
});
