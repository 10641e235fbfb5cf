import type { Translate } from '../../model/values/translate.ts';

/** Messages of the model with figures in them: the pattern, and the source text that it is a case of. */
const patterns = [
  {
    pattern: /^Please enter an integer between (?<min>-?\d+) ~ (?<max>-?\d+)$/,
    text: 'Please enter an integer between {{min}} ~ {{max}}',
  },
  { pattern: /^The value must be a multiple of (?<step>\d+)\.$/, text: 'The value must be a multiple of {{step}}.' },
  {
    pattern: /^(?<label>.+) must be (?<min>\d+) to (?<max>\d+) characters\.$/,
    text: '{{label}} must be {{min}} to {{max}} characters.',
  },
  {
    pattern: /^(?<label>.+) has a character that is not allowed\.$/,
    text: '{{label}} has a character that is not allowed.',
  },
];

/** A message of a field in the shown language; English where it has no translation. */
export function messageText(t: Translate, message: string): string {
  for (const { pattern, text } of patterns) {
    const groups = pattern.exec(message)?.groups;
    if (groups) return t(text, { ...groups, ...(groups.label && { label: t(groups.label) }) });
  }
  return t(message);
}
