import type { MibSyntax } from '../../smi/syntax.ts';
import {
  type Access,
  accept,
  accessOf,
  type Field,
  type FieldKind,
  type FieldOptions,
  type Limits,
  type Reading,
} from '../field.ts';

/** Options of the kinds of addresses beside their own. */
export interface AddressOptions<A extends Access = Access> extends FieldOptions<string, A> {
  /** "" is a value and means none (docs/specification/product.md 5, "Empty is accepted"). */
  readonly optional?: boolean;
}

interface AddressKind {
  readonly kind: FieldKind;
  readonly syntax: MibSyntax;
  readonly limits: Limits;
  /** Canonical text, or the message that says why there is none; of "" there never is. */
  readonly parse: (text: string) => Reading<string>;
  readonly compare: (a: string, b: string) => number;
}

/**
 * A field of canonical address text: blanks at the ends are dropped, empty is accepted if it is a value. `options` are
 * without those only of the kind.
 */
export function addressField<const A extends Access>(
  options: AddressOptions<A>,
  address: AddressKind,
): Field<string, NoInfer<A>> {
  const { optional = false, ...text } = options;
  return {
    ...text,
    kind: address.kind,
    syntax: address.syntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { ...address.limits, optional },
    read(input) {
      const spelt = typeof input === 'string' ? input.trim() : undefined;
      if (spelt === '' && optional) return accept('');
      return address.parse(spelt ?? '');
    },
    show: (value) => value,
    compare: address.compare,
  };
}
