import { integer32 } from '../../mib/syntax.ts';
import { say } from '../../values/message.ts';
import { accept, compareNumbers, type Field, type FieldOptions, refuse } from '../field.ts';
import { wholeNumber } from './integer.ts';

interface EnumerationOptions<Choices extends Readonly<Record<number, string>>>
  extends FieldOptions<keyof Choices & number> {
  /** Wire value to words, in the order shown. */
  readonly choices: Choices;
}

/** One of a few named values; travels as its number. */
export function enumeration<const Choices extends Readonly<Record<number, string>>>(
  options: EnumerationOptions<Choices>,
): Field<keyof Choices & number> {
  const { choices, ...text } = options;
  type Choice = keyof Choices & number;
  const list = Object.entries(choices).map(([value, label]) => ({ value: Number(value), label }));
  const isChoice = (value: number | undefined): value is Choice => value !== undefined && Object.hasOwn(choices, value);
  const first = list[0]?.value;
  if (!isChoice(first)) throw new Error(`${options.label} has no choices`);
  const choiceList = list.map(({ value, label }) => say('{{value}} ({{words}})', { value, words: say(label) }));
  const refusal = say('{{label}} must be one of {{choices}}.', { label: say(options.label), choices: choiceList });
  return {
    ...text,
    kind: 'enumeration',
    syntax: integer32,
    access: options.access ?? 'rw',
    default: options.default ?? first,
    limits: { choices: list },
    read(input) {
      const value = wholeNumber(input);
      return isChoice(value) ? accept(value) : refuse(refusal);
    },
    show: (value) => choices[value] ?? String(value),
    compare: compareNumbers,
  };
}

/** Enabled 1, disabled 2 (specification section 9, switch status); 0, "ignore", is offered by bulk rows and never kept. */
export function status(options: FieldOptions<1 | 2>): Field<1 | 2> {
  return { ...enumeration({ default: 2, ...options, choices: { 1: 'Enabled', 2: 'Disabled' } }), kind: 'status' };
}

/** True 1, false 2 (RFC 2579 TruthValue). */
export function truth(options: FieldOptions<1 | 2>): Field<1 | 2> {
  return { ...enumeration({ default: 2, ...options, choices: { 1: 'Yes', 2: 'No' } }), kind: 'truth' };
}
