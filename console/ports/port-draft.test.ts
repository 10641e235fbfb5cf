import { expect, it } from 'vitest';
import { translator } from '../translations/language.ts';
import { portName } from './port-draft.ts';

it('names a trunk in the language that is shown, and a port by its number', () => {
  const t = translator({ 'Trunk {{trunk}}': 'Bündel {{trunk}}' });
  expect(portName(t, 5001)).toBe('Bündel 1');
  expect(portName(t, 3)).toBe('3');
});
