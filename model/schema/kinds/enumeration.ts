import { integer32 } from '../../mib/syntax.ts';
import { say } from '../../values/message.ts';
import { accept, compareNumbers, type Field, type FieldOptions, refuse } from '../field.ts';
import { wholeNumber } from './integer.ts';

/** Words by wire value, for values that nothing but people tells apart. */
type NumberedChoices = Readonly<Record<number, string>>;

/** Wire value and words by the name that the code knows the value by. */
type NamedChoices = Readonly<Record<string, readonly [value: number, words: string]>>;

type ChoiceOf<Choices> = Choices extends NamedChoices ? Choices[keyof Choices][0] : keyof Choices & number;

/** The wire values by their names. */
type ConstantsOf<Choices> = Choices extends NamedChoices
  ? { readonly [Name in keyof Choices]: Choices[Name][0] }
  : Readonly<Record<never, never>>;

/** The field of an enumeration; `values` are its wire values by name, so that nobody repeats the numbers. */
export type EnumerationField<Choices> = Field<ChoiceOf<Choices>> & { readonly values: ConstantsOf<Choices> };

interface EnumerationOptions<Choices> extends FieldOptions<ChoiceOf<Choices>> {
  /** In the order shown. */
  readonly choices: Choices;
}

/** One of a few named values; travels as its number. */
export function enumeration<const Choices extends NumberedChoices | NamedChoices>(
  options: EnumerationOptions<Choices>,
): EnumerationField<Choices> {
  const { choices, ...text } = options;
  type Choice = ChoiceOf<Choices>;
  const named: [string, { value: number; label: string }][] = Object.entries<string | readonly [number, string]>(
    choices,
  ).map(([name, choice]) => [
    name,
    typeof choice === 'string' ? { value: Number(name), label: choice } : { value: choice[0], label: choice[1] },
  ]);
  const list = named.map(([, choice]) => choice);
  const words = new Map(list.map(({ value, label }) => [value, label]));
  const isChoice = (value: number | undefined): value is Choice => value !== undefined && words.has(value);
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
    // The names and the numbers are those of `choices`.
    values: Object.fromEntries(named.map(([name, { value }]) => [name, value])) as ConstantsOf<Choices>,
    read(input) {
      const value = wholeNumber(input);
      return isChoice(value) ? accept(value) : refuse(refusal);
    },
    show: (value) => words.get(value) ?? String(value),
    compare: compareNumbers,
  };
}

const statusChoices = { enabled: [1, 'Enabled'], disabled: [2, 'Disabled'] } as const;
const truthChoices = { yes: [1, 'Yes'], no: [2, 'No'] } as const;

/** Wire values of a `status` field. */
export const Status: ConstantsOf<typeof statusChoices> = {
  enabled: statusChoices.enabled[0],
  disabled: statusChoices.disabled[0],
};

/** Wire values of a `truth` field. */
export const TruthValue: ConstantsOf<typeof truthChoices> = { yes: truthChoices.yes[0], no: truthChoices.no[0] };

/** Enabled 1, disabled 2 (specification section 9, switch status); 0, "ignore", is offered by bulk rows and never kept. */
export function status(options: FieldOptions<1 | 2>): EnumerationField<typeof statusChoices> {
  return { ...enumeration({ default: 2, ...options, choices: statusChoices }), kind: 'status' };
}

/** True 1, false 2 (RFC 2579 TruthValue). */
export function truth(options: FieldOptions<1 | 2>): EnumerationField<typeof truthChoices> {
  return { ...enumeration({ default: 2, ...options, choices: truthChoices }), kind: 'truth' };
}
