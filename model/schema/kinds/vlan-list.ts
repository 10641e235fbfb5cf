import { vlanList as vlanListSyntax } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { formatVlanList, parseVlanList, VLAN_ID_MAXIMUM } from '../../values/vlan-list.ts';
import { type Access, accept, accessOf, compareNumbers, type Field, type FieldOptions, refuse } from '../field.ts';

interface VlanListOptions<A extends Access> extends FieldOptions<string, A> {
  /** The largest accepted VLAN identifier; default 4094. */
  readonly maximum?: number;
  /** Whether at least one VLAN is wanted. */
  readonly required?: boolean;
}

/** A set of VLANs; canonical "2-5,9", "" for none (docs/specification/product.md 5: digits, commas and hyphens). */
export function vlanList<const A extends Access = 'rw'>(options: VlanListOptions<A>): Field<string, NoInfer<A>> {
  const { maximum = VLAN_ID_MAXIMUM, required = false, ...text } = options;
  const label = say(options.label);
  const malformed = say('{{label}} must be VLAN IDs and ranges from 1 to {{max}}, such as "2-5,9".', {
    label,
    max: maximum,
  });
  return {
    ...text,
    kind: 'vlanList',
    syntax: vlanListSyntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { min: 1, max: maximum, characters: /[0-9,-]/, optional: !required },
    read(input) {
      const spelt = typeof input === 'number' ? String(input) : input;
      const identifiers = typeof spelt === 'string' ? parseVlanList(spelt.trim(), maximum) : undefined;
      if (!identifiers) {
        return refuse(malformed);
      }
      if (required && identifiers.length === 0)
        return refuse(say('{{label}} must contain at least one VLAN ID.', { label }));
      return accept(formatVlanList(identifiers));
    },
    show: (value) => value,
    names: { what: 'vlan', of: (value) => parseVlanList(value, maximum) ?? [] },
    compare: (a, b) => compareNumbers(Number.parseInt(a, 10) || 0, Number.parseInt(b, 10) || 0) || a.length - b.length,
  };
}
