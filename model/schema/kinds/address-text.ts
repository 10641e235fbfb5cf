import type { MibSyntax } from '../../mib/syntax.ts';
import { say } from '../../values/message.ts';
import { accept, type Field, type FieldOptions, type Limits, type Reading, refuse } from '../field.ts';

/** What the kinds of addresses take beside their own options. */
export interface AddressOptions extends FieldOptions<string> {
  /** "" is a value and stands for none (specification section 5: "Empty is accepted"). */
  readonly optional?: boolean;
}

interface AddressKind {
  readonly kind: string;
  readonly syntax: MibSyntax;
  readonly limits: Limits;
  /** Canonical text, or the message that says why there is none. */
  readonly parse: (text: string) => Reading<string>;
  readonly compare: (a: string, b: string) => number;
}

/**
 * A field of canonical address text: blanks at the ends are dropped, empty is accepted where it is a value. `options` are
 * without those of the kind alone.
 */
export function addressField(options: AddressOptions, address: AddressKind): Field<string> {
  const { optional = false, ...text } = options;
  const nothing = address.parse('');
  return {
    ...text,
    kind: address.kind,
    syntax: address.syntax,
    access: options.access ?? 'rw',
    default: options.default ?? '',
    limits: { ...address.limits, optional },
    read(input) {
      if (typeof input !== 'string') return nothing.ok ? refuse(say('Invalid input!')) : nothing;
      const spelt = input.trim();
      if (spelt === '' && optional) return accept('');
      return address.parse(spelt);
    },
    show: (value) => value,
    compare: address.compare,
  };
}
