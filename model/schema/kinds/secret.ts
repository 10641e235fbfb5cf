import { say } from '../../values/message.ts';
import { type Access, accessOf, type Field, type FieldOptions, refuse } from '../field.ts';
import { text } from './text.ts';

interface SecretOptions<A extends Access> extends FieldOptions<string, A> {
  readonly minLength: number;
  readonly maxLength: number;
  /** "" is a value and means none. */
  readonly optional?: boolean;
  /** It may also contain blanks. */
  readonly blanks?: boolean;
  /**
   * Only a hash is stored, which opens nothing: flash holds it as it is, so that losing the key of the stored secrets
   * does not lock the owner out.
   */
  readonly hash?: boolean;
}

/** Printable characters without and with the blank. */
const printableWithoutBlank = /[\x21-\x7e]/;
const printableWithBlank = /[\x20-\x7e]/;

/**
 * A password or key: write-only, shown as nothing, never trimmed and never filtered while it is typed. Invalid
 * characters are refused, and not repeated in the refusal.
 */
export function secret<const A extends Access = 'wo'>(options: SecretOptions<A>): Field<string, NoInfer<A>> {
  const { optional = false, blanks = false, hash = false, ...rest } = options;
  const allowed = blanks ? printableWithBlank : printableWithoutBlank;
  const plain = text({ ...rest, access: accessOf(options, 'wo'), characters: allowed });
  const { characters: _, ...limits } = plain.limits;
  const label = say(options.label);
  const wrongCharacter = blanks
    ? say('{{label}} may contain letters without accents, digits, punctuation and blanks.', { label })
    : say('{{label}} may contain letters without accents, digits and punctuation, but no blanks.', { label });
  return {
    ...plain,
    kind: 'secret',
    sealed: !hash,
    limits: { ...limits, optional: optional || options.minLength === 0 },
    read(input) {
      if (optional && input === '') return { ok: true, value: '' };
      if (typeof input === 'string' && [...input].some((character) => !allowed.test(character))) {
        return refuse(wrongCharacter);
      }
      return plain.read(input);
    },
    show: () => '',
    compare: () => 0,
  };
}
