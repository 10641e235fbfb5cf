import { unsigned32 } from '../../smi/syntax.ts';
import { INTERFACE_INDEX_MAXIMUM, interfaceName, TRUNK_BASE } from '../../values/interface-index.ts';
import type { Access, Field, FieldOptions } from '../field.ts';
import { integer } from './integer.ts';

interface PortOptions<A extends Access> extends FieldOptions<number, A> {
  /** The largest accepted ifIndex; default 65535. A rule checks which of them exist. */
  readonly maximum?: number;
  /** Trunks of 1 to this number are accepted in addition. */
  readonly trunks?: number;
  /** Whether 0, "No port", is a value. */
  readonly optional?: boolean;
  /** The words for an ifIndex; default "3", "Trunk 1", "vlan10". */
  readonly name?: (ifIndex: number) => string;
}

/** One port, trunk or VLAN interface by its ifIndex (RFC 2863). */
export function port<const A extends Access = 'rw'>(options: PortOptions<A>): Field<number, NoInfer<A>> {
  const { maximum = INTERFACE_INDEX_MAXIMUM, trunks = 0, optional = false, name = interfaceName, ...rest } = options;
  const fixed = Array.from({ length: trunks }, (_, at) => TRUNK_BASE + at + 1);
  const number = integer({ ...rest, min: optional ? 0 : 1, max: maximum, ...(trunks > 0 && { fixed }) });
  return {
    ...number,
    kind: 'port',
    syntax: unsigned32,
    limits: { ...number.limits, optional },
    show: name,
    names: { what: 'port', of: (value) => (value === 0 ? [] : [value]) },
  };
}
