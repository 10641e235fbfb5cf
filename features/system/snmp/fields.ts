import { type Access, accept, type Field, type FieldOptions, refuse } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';

/** Characters of the names of views, groups, users and communities at most. */
const NAME_LENGTH = 32;

/** The SNMP versions as security models number them (RFC 3411); an entry of a group is for one. */
export const securityModel = <const A extends Access = 'rw'>(options: FieldOptions<1 | 2 | 3, A>) =>
  enumeration({ default: 3, ...options, choices: { v1: [1, 'v1'], v2c: [2, 'v2c'], usm: [3, 'v3'] } });

/** The security levels of RFC 3411. */
export const securityLevel = <const A extends Access = 'rw'>(options: FieldOptions<1 | 2 | 3, A>) =>
  enumeration({
    ...options,
    choices: { noAuthNoPriv: [1, 'noAuthNoPriv'], authNoPriv: [2, 'authNoPriv'], authPriv: [3, 'authPriv'] },
  });

/** Printable characters except blanks: for names and communities. */
const nameCharacters = /[\x21-\x7e]/;

/** The name of a view, group, user or community. */
export function name<const A extends Access = 'rw'>(
  options: FieldOptions<string, A> & { readonly minLength?: 0 | 1; readonly maxLength?: number },
) {
  return text({ minLength: 1, maxLength: NAME_LENGTH, ...options, characters: nameCharacters });
}

/** The digits of an engine ID: 5 to 32 octets (RFC 3411 SnmpEngineID). */
const ENGINE_ID = { minimum: 10, maximum: 64 };

/** An engine ID in hexadecimal digits, or none: "" means this switch's own. */
export function engineId<const A extends Access = 'rw'>(options: FieldOptions<string, A>): Field<string, NoInfer<A>> {
  const digits = hex({ ...options, maxLength: ENGINE_ID.maximum, octets: true });
  const label = say(options.label);
  return {
    ...digits,
    read(input) {
      const reading = digits.read(input);
      if (!reading.ok || reading.value === '') return reading;
      const { value } = reading;
      if (value.length < ENGINE_ID.minimum) {
        const { minimum: min, maximum: max } = ENGINE_ID;
        return refuse(
          say('{{label}} must be {{min}} to {{max}} digits, or empty.', { label, min, max }),
          ErrorCode.wrongLength,
        );
      }
      return /^(?:0+|F+)$/.test(value)
        ? refuse(say('{{label}} must not be all 0 or all F.', { label }))
        : accept(value);
    },
  };
}
