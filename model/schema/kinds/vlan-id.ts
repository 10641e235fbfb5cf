import { unsigned32 } from '../../smi/syntax.ts';
import { VLAN_ID_MAXIMUM } from '../../values/vlan-list.ts';
import type { Access, Field, FieldOptions } from '../field.ts';
import { integer } from './integer.ts';

interface VlanIdOptions<A extends Access> extends FieldOptions<number, A> {
  /** Default 1. */
  readonly min?: number;
  /** Default 4094. */
  readonly max?: number;
  /** Values accepted beside the range: [0] for "any". */
  readonly fixed?: readonly number[];
  /** Whether none is a value: 0, or nothing typed. */
  readonly optional?: boolean;
  readonly words?: Readonly<Record<number, string>>;
}

/** A VLAN identifier (IEEE 802.1Q-2018 9.6): 1 to 4094 unless narrowed. */
export function vlanId<const A extends Access = 'rw'>({
  optional = false,
  ...options
}: VlanIdOptions<A>): Field<number, NoInfer<A>> {
  const none = optional && { fixed: [0], default: 0 };
  const number = integer({ min: 1, max: VLAN_ID_MAXIMUM, ...none, ...options });
  return {
    ...number,
    kind: 'vlanId',
    syntax: unsigned32,
    names: { what: 'vlan', of: (value) => (value === 0 ? [] : [value]) },
    ...(optional && {
      limits: { ...number.limits, optional },
      read: (input) => number.read(typeof input === 'string' && input.trim() === '' ? 0 : input),
    }),
  };
}
