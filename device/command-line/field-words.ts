import type { Field } from '../../model/schema/field.ts';
import { rangeOf } from '../../model/schema/range.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { wordOf } from './words.ts';

/** A word that is allowed at a place of a line, with its meaning. */
export interface Choice {
  readonly word: string;
  readonly meaning: string;
}

/** The words of a field's values, where it has a few named ones. */
export function choicesOf(field: Field): readonly Choice[] {
  const { choices = [] } = field.limits;
  const words = choices.map(({ value, label }) => ({ word: wordOf(label), meaning: label, value }));
  return words.map(({ word, meaning, value }) => {
    const isOnly = word !== '' && words.filter((other) => other.word === word).length === 1;
    return { word: isOnly ? word : String(value), meaning };
  });
}

/**
 * The value of a word, for the field to read: the number of a named value, which the beginning of its word identifies;
 * any other word as it is.
 */
export function valueOfWord(field: Field, word: string): Value {
  const { choices } = field.limits;
  if (!choices || choices.some(({ value }) => String(value) === word)) return word;
  const words = choicesOf(field).map((choice, at) => ({ word: choice.word, value: choices[at]?.value ?? word }));
  const exact = words.find((choice) => choice.word === word.toLowerCase());
  const begun = words.filter((choice) => word !== '' && choice.word.startsWith(word.toLowerCase()));
  return exact?.value ?? (begun.length === 1 ? begun[0]?.value : undefined) ?? word;
}

/** The word of a value: of a named one its name. */
export function wordOfValue(field: Field, value: Value | undefined): string {
  const { choices } = field.limits;
  const at = choices?.findIndex((choice) => choice.value === value) ?? -1;
  return choicesOf(field)[at]?.word ?? String(value ?? '');
}

/** Range of a field's value, in one line: "1 to 4094, or 0; seconds", "text of 0 to 32 characters". */
export function rangeWords(field: Field): string {
  return rangeOf(field)
    .map((part) => wordsOf(part))
    .join(', ');
}

/** Description of a field, for the help of a line: its label, its range, and its effect. */
export function fieldHelp(field: Field): string {
  const range = rangeWords(field);
  const shown = range === '' ? field.label : `${field.label}: ${range}`;
  return field.help === undefined ? shown : `${shown}. ${field.help}`;
}
