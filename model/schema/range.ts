import { type Message, say } from '../values/message.ts';
import type { Field } from './field.ts';

/** Range of a field's value in parts that a comma separates: "1 to 4094", "or 0", "in seconds". Empty where nothing limits it. */
export function rangeOf({ limits, unit }: Field): readonly Message[] {
  const { min, max, fixed = [], step, minLength, maxLength, choices, characters, optional } = limits;
  const parts: Message[] = [];
  if (choices) parts.push(say('one of these'));
  else if (characters && min !== undefined && max !== undefined) {
    parts.push(say('numbers from {{min}} to {{max}}, as 1-3,5', { min, max }));
  } else if (min !== undefined && max !== undefined) parts.push(say('{{min}} to {{max}}', { min, max }));
  else if (maxLength !== undefined) {
    parts.push(say('{{min}} to {{max}} characters', { min: minLength ?? 0, max: maxLength }));
  }
  const beside = fixed.filter((value) => min === undefined || max === undefined || value < min || value > max);
  if (beside.length > 0) parts.push(say('or {{values}}', { values: beside }));
  if (step !== undefined && step > 1) parts.push(say('in steps of {{step}}', { step }));
  if (unit !== undefined) parts.push(say('in {{unit}}', { unit: say(unit) }));
  if (optional && !choices) parts.push(say('"" for none'));
  return parts;
}
