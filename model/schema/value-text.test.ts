import { expect, test } from 'vitest';
import { withDecimalMark } from '../values/number-words.ts';
import { asWritten, type Translate } from '../values/translate.ts';
import { enumeration } from './kinds/enumeration.ts';
import { gauge } from './kinds/gauge.ts';
import { integer } from './kinds/integer.ts';
import { text } from './kinds/text.ts';
import { valueText } from './value-text.ts';

const german: Readonly<Record<string, string>> = { Off: 'Aus', 7: 'sieben' };
const t: Translate = (words) => german[words] ?? words;
const label = 'Field';

test('the words of a choice are translated, what a person wrote is not', () => {
  const mode = enumeration({ label, choices: { 1: 'Off' } });
  expect(valueText(t, mode, 1)).toBe('Aus');
  expect(valueText(t, text({ label, maxLength: 9 }), 'Off')).toBe('Off');
  expect(valueText(t, integer({ label, min: 0, max: 9 }), 7)).toBe('7');
});

test('a number has the decimal mark of the language, what a person wrote with a point keeps it', () => {
  const comma: Translate = (words, values) =>
    asWritten(words === '{{whole}}.{{part}}' ? '{{whole}},{{part}}' : words, values);
  expect(valueText(comma, gauge({ label, decimals: 1, scale: 1000 }), 4200)).toBe('4,2');
  expect(valueText(comma, gauge({ label, decimals: 1 }), -0.5)).toBe('-0,5');
  expect(valueText(comma, text({ label, maxLength: 9 }), '1.5')).toBe('1.5');
  expect(withDecimalMark('1.2M', comma)).toBe('1,2M');
});

test('a value that is not there is shown as nothing', () => {
  expect(valueText(t, integer({ label, min: 0, max: 9, words: { 0: 'Off' } }), undefined)).toBe('');
});
