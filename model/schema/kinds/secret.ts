import type { Field, FieldOptions } from '../field.ts';
import { text } from './text.ts';

interface SecretOptions extends FieldOptions<string> {
  readonly minLength: number;
  readonly maxLength: number;
  /** One character that may stand in it. Default: printable without the blank. */
  readonly characters?: RegExp;
  /** "" is a value and stands for none. */
  readonly optional?: boolean;
}

/** Printable characters without the blank. */
const printableWithoutBlank = /[\x21-\x7e]/;

/** A password or key: write-only, shown as nothing, never trimmed. */
export function secret(options: SecretOptions): Field<string> {
  const { optional = false, characters = printableWithoutBlank, ...rest } = options;
  const plain = text({ access: 'wo', ...rest, characters });
  return {
    ...plain,
    kind: 'secret',
    limits: { ...plain.limits, optional: optional || options.minLength === 0 },
    read: (input) => (optional && input === '' ? { ok: true, value: '' } : plain.read(input)),
    show: () => '',
    compare: () => 0,
  };
}
