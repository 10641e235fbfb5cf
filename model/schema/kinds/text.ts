import { text as textSyntax } from '../../smi/syntax.ts';
import { type Message, say } from '../../values/message.ts';
import { ErrorCode } from '../../wire/error-code.ts';
import { type Access, accept, accessOf, compareText, type Field, type FieldOptions, refuse } from '../field.ts';

interface TextOptions<A extends Access> extends FieldOptions<string, A> {
  readonly minLength?: number;
  readonly maxLength: number;
  /**
   * One character that the text may contain; others are removed by the control and refused by the device. Default:
   * common text, or anything printable if only the device writes it.
   */
  readonly characters?: RegExp;
  /** The whole text's pattern, with what is said of a text that has another form. */
  readonly pattern?: { readonly matches: RegExp; readonly refusal: Message };
  /** Removes blanks at both ends. */
  readonly trim?: boolean;
}

/** Printable punctuation, letters, digits and whitespace (docs/specification/product.md 5: system name, location, contact). */
export const printable = /[\t\x20-\x7e]/;

/** Letters, digits, blanks and some punctuation (docs/specification/product.md 5, "Common text"). */
export const commonText = /[A-Za-z0-9~`!@#$%^&*.{}[\]() _+=-]/;

/** Anything but control characters: what is looked for may hold whatever is typed. */
export const searched = /[^\p{Cc}]/u;

/** Letters and digits (docs/specification/product.md 5: system account). */
export const alphanumeric = /[A-Za-z0-9]/;

/** A text is too short or too long; lengths count characters. */
export function outOfLength(label: Message, min: number, max: number): Message {
  return say('{{label}} must be {{min}} to {{max}} characters.', { label, min, max });
}

/** One line of text. Length counts characters; an empty text is a value where `minLength` is 0. */
export function text<const A extends Access = 'rw'>(options: TextOptions<A>): Field<string, NoInfer<A>> {
  const { minLength = 0, maxLength, pattern, trim, ...rest } = options;
  const { characters = options.access === 'ro' ? printable : commonText, ...said } = rest;
  const label = say(options.label);
  let whole: RegExp | undefined;
  return {
    ...said,
    kind: 'text',
    syntax: textSyntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { minLength, maxLength, characters, optional: minLength === 0 },
    read(input) {
      if (typeof input !== 'string' && typeof input !== 'number') {
        return refuse(say('{{label}} must be text.', { label }));
      }
      const value = trim ? String(input).trim() : String(input);
      const length = [...value].length;
      if (length < minLength || length > maxLength) {
        return refuse(outOfLength(label, minLength, maxLength), ErrorCode.wrongLength);
      }
      whole ??= new RegExp(`^(?:${characters.source})*$`, characters.flags);
      if (!whole.test(value)) return refuse(say('{{label}} has a character that is not allowed.', { label }));
      if (pattern && value !== '' && !pattern.matches.test(value)) return refuse(pattern.refusal);
      return accept(value);
    },
    show: (value) => value,
    compare: compareText,
  };
}
