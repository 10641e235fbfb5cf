import { integer32 } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import {
  type Access,
  accept,
  accessOf,
  compareNumbers,
  type Field,
  type FieldOptions,
  type Limits,
  refuse,
} from '../field.ts';
import { wholeNumber } from './integer.ts';

/** Words by wire value, for values that only people distinguish. */
type NumberedChoices = Readonly<Record<number, string>>;

/** Wire value and words by the name that the code knows the value by. */
type NamedChoices = Readonly<Record<string, readonly [value: number, words: string]>>;

type ChoiceOf<Choices> = Choices extends NamedChoices ? Choices[keyof Choices][0] : keyof Choices & number;

/** The wire values by their names. */
type ConstantsOf<Choices> = Choices extends NamedChoices
  ? { readonly [Name in keyof Choices]: Choices[Name][0] }
  : Readonly<Record<never, never>>;

/** The field of an enumeration; `values` are its wire values by name, so that the numbers are written once. */
export type EnumerationField<Choices, A extends Access = Access> = Field<ChoiceOf<Choices>, A> & {
  readonly values: ConstantsOf<Choices>;
};

interface EnumerationOptions<Choices, A extends Access> extends FieldOptions<ChoiceOf<Choices>, A> {
  /** In the order shown. */
  readonly choices: Choices;
}

/** One of a few named values; travels as its number. */
export function enumeration<const Choices extends NumberedChoices | NamedChoices, const A extends Access = 'rw'>(
  options: EnumerationOptions<Choices, A>,
): EnumerationField<Choices, NoInfer<A>> {
  const { choices, ...text } = options;
  return fieldOf(text, partsOf(text.label, choices));
}

/** Common parts of fields with the same choices. */
type ChoiceParts<Choices> = Pick<EnumerationField<Choices>, 'values' | 'default' | 'limits' | 'show'>;

function partsOf<const Choices extends NumberedChoices | NamedChoices>(
  label: string,
  choices: Choices,
): ChoiceParts<Choices> {
  const list: Choice[] = [];
  const values: Record<string, number> = {};
  for (const [name, choice] of Object.entries<string | readonly [number, string]>(choices)) {
    const [value, words] = typeof choice === 'string' ? [Number(name), choice] : choice;
    list.push({ value, label: words });
    values[name] = value;
  }
  const first = list[0]?.value;
  if (!isChoice<Choices>(list, first)) throw new Error(`${label} has no choices`);
  return {
    default: first,
    limits: { choices: list },
    // The names and the numbers are those of `choices`.
    values: values as ConstantsOf<Choices>,
    show: (shown) => list.find(({ value }) => value === shown)?.label ?? String(shown),
  };
}

type Choice = NonNullable<Limits['choices']>[number];

function isChoice<Choices>(list: readonly Choice[], value: number | undefined): value is ChoiceOf<Choices> {
  return list.some((choice) => choice.value === value);
}

function fieldOf<Choices, A extends Access>(
  options: FieldOptions<ChoiceOf<Choices>, A>,
  parts: ChoiceParts<Choices>,
): EnumerationField<Choices, NoInfer<A>> {
  const { choices = [] } = parts.limits;
  return {
    ...options,
    kind: 'enumeration',
    syntax: integer32,
    access: accessOf(options, 'rw'),
    ...parts,
    default: options.default ?? parts.default,
    read(input) {
      const value = wholeNumber(input);
      if (isChoice<Choices>(choices, value)) return accept(value);
      return refuse(
        say('{{label}} must be one of {{choices}}.', {
          label: say(options.label),
          choices: choices.map((choice) =>
            say('{{value}} ({{words}})', { value: choice.value, words: say(choice.label) }),
          ),
        }),
      );
    },
    compare: compareNumbers,
  };
}

const statusChoices = { enabled: [1, 'Enabled'], disabled: [2, 'Disabled'] } as const;
const truthChoices = { yes: [1, 'Yes'], no: [2, 'No'] } as const;
const statusParts = partsOf('Status', statusChoices);
const truthParts = partsOf('Truth', truthChoices);

/** Wire values of a `status` field. */
export const Status: ConstantsOf<typeof statusChoices> = {
  enabled: statusChoices.enabled[0],
  disabled: statusChoices.disabled[0],
};

/** Wire values of a `truth` field. */
export const TruthValue: ConstantsOf<typeof truthChoices> = { yes: truthChoices.yes[0], no: truthChoices.no[0] };

/**
 * Enabled 1, disabled 2 (docs/specification/product.md 9, "switch status"); 0, "ignore", is offered by bulk rows and never kept.
 */
export function status<const A extends Access = 'rw'>(
  options: FieldOptions<1 | 2, A>,
): EnumerationField<typeof statusChoices, NoInfer<A>> {
  return { ...fieldOf({ default: 2, ...options }, statusParts), kind: 'status' };
}

/** True 1, false 2 (RFC 2579 TruthValue). */
export function truth<const A extends Access = 'rw'>(
  options: FieldOptions<1 | 2, A>,
): EnumerationField<typeof truthChoices, NoInfer<A>> {
  return { ...fieldOf({ default: 2, ...options }, truthParts), kind: 'truth' };
}
