import type { Field } from '../../model/schema/field.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Value } from '../../model/wire/call.ts';

/** The value of a cell that was copied from elsewhere: the choice of these words, shown or English, or else what would be typed. */
export function pastedValue({ limits: { choices = [] } }: Field, text: string, t: Translate): Value {
  const words = text.trim();
  const isSame = (other: string) => other.toLowerCase() === words.toLowerCase();
  return choices.find(({ label }) => isSame(t(label)) || isSame(label))?.value ?? words;
}
