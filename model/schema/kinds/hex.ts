import { octets as octetSyntax, text as textSyntax } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { ErrorCode } from '../../wire/error-code.ts';
import { type Access, accept, accessOf, compareText, type Field, type FieldOptions, refuse } from '../field.ts';
import { outOfLength } from './text.ts';

interface HexOptions<A extends Access> extends FieldOptions<string, A> {
  /** In hexadecimal digits; default 0. */
  readonly minLength?: number;
  readonly maxLength: number;
  /** Whether the digits are whole octets. */
  readonly octets?: boolean;
}

/** Hexadecimal digits without prefix, upper case; "" is a value where `minLength` is 0. */
export function hex<const A extends Access = 'rw'>(options: HexOptions<A>): Field<string, NoInfer<A>> {
  const { minLength = 0, maxLength, octets = false, ...text } = options;
  const label = say(options.label);
  return {
    ...text,
    kind: 'hex',
    syntax: octets ? octetSyntax : textSyntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { minLength, maxLength, characters: /[0-9a-fA-F]/, optional: minLength === 0 },
    read(input) {
      const digits =
        typeof input === 'number' || typeof input === 'string' ? String(input).trim().toUpperCase() : undefined;
      if (digits === undefined || !/^[0-9A-F]*$/.test(digits)) {
        return refuse(say('{{label}} must be hexadecimal digits.', { label }));
      }
      if (digits.length < minLength || digits.length > maxLength) {
        return refuse(outOfLength(label, minLength, maxLength), ErrorCode.wrongLength);
      }
      if (octets && digits.length % 2 !== 0) {
        return refuse(say('{{label}} must be whole octets, two digits each.', { label }));
      }
      return accept(digits);
    },
    show: (value) => value,
    compare: compareText,
  };
}
