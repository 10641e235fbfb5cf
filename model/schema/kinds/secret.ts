import { say } from '../../values/message.ts';
import { type Field, type FieldOptions, refuse } from '../field.ts';
import { text } from './text.ts';

interface SecretOptions extends FieldOptions<string> {
  readonly minLength: number;
  readonly maxLength: number;
  /** "" is a value and stands for none. */
  readonly optional?: boolean;
}

/** Printable characters without the blank. */
const printableWithoutBlank = /[\x21-\x7e]/;

/**
 * A password or key: write-only, shown as nothing, never trimmed and never filtered while it is typed. What may not stand in
 * it is refused, and is not repeated in the refusal.
 */
export function secret(options: SecretOptions): Field<string> {
  const { optional = false, ...rest } = options;
  const plain = text({ access: 'wo', ...rest, characters: printableWithoutBlank });
  const { characters: _, ...limits } = plain.limits;
  const wrongCharacter = say('{{label}} may hold letters without accents, digits and punctuation, but no blanks.', {
    label: say(options.label),
  });
  return {
    ...plain,
    kind: 'secret',
    limits: { ...limits, optional: optional || options.minLength === 0 },
    read(input) {
      if (optional && input === '') return { ok: true, value: '' };
      if (typeof input === 'string' && [...input].some((character) => !printableWithoutBlank.test(character))) {
        return refuse(wrongCharacter);
      }
      return plain.read(input);
    },
    show: () => '',
    compare: () => 0,
  };
}
