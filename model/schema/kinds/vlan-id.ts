import { unsigned32 } from '../../mib/syntax.ts';
import { VLAN_ID_MAXIMUM } from '../../values/vlan-list.ts';
import type { Field, FieldOptions } from '../field.ts';
import { integer } from './integer.ts';

interface VlanIdOptions extends FieldOptions<number> {
  /** Default 1. */
  readonly min?: number;
  /** Default 4094. */
  readonly max?: number;
  /** Values accepted beside the range: [0] for "any". */
  readonly fixed?: readonly number[];
  readonly words?: Readonly<Record<number, string>>;
}

/** A VLAN identifier (IEEE 802.1Q-2018 9.6): 1 to 4094 unless narrowed. */
export function vlanId(options: VlanIdOptions): Field<number> {
  return { ...integer({ min: 1, max: VLAN_ID_MAXIMUM, ...options }), kind: 'vlanId', syntax: unsigned32 };
}
