import { wordsOf } from '../values/message.ts';
import { withDecimalMark } from '../values/number-words.ts';
import { quantityMessage } from '../values/quantities.ts';
import type { Translate } from '../values/translate.ts';
import type { Value } from '../wire/call.ts';
import type { Field } from './field.ts';

const DECIMAL = /^-?\d+\.\d+$/;

/**
 * A value in words of the shown language, without its unit. Texts entered by users are not translated; words that the
 * field made of them are, and a number has the language's decimal mark.
 */
export function valueText(t: Translate, field: Field, value: Value | undefined): string {
  if (value === undefined) return '';
  const shown = field.show(value);
  if (typeof value === 'number' && DECIMAL.test(shown)) return withDecimalMark(shown, t);
  return shown === String(value) ? shown : t(shown);
}

/** A value in words with its unit, or as people say it: "9.984 Mbit/s", "30 s". A word in a number's place has no unit: "never". */
export function measuredText(t: Translate, field: Field, value: Value | undefined): string {
  const text = valueText(t, field, value);
  const spoken = typeof value === 'number' && text === String(value) ? quantityMessage(value, field.unit) : undefined;
  if (spoken) return wordsOf(spoken, t);
  return field.unit !== undefined && /\d/.test(text) ? `${text} ${t(field.unit)}` : text;
}
