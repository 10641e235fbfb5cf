import { timeTicks } from '../../smi/syntax.ts';
import { ticksInWords } from '../../values/ticks.ts';
import { type Access, accessOf, type Field, type FieldOptions } from '../field.ts';
import { integer } from './integer.ts';

/** A duration in hundredths of a second (RFC 2578 TimeTicks), shown as days, hours, minutes and seconds; read-only. */
export function ticks<const A extends Access = 'ro'>(options: FieldOptions<number, A>): Field<number, NoInfer<A>> {
  // The 32 bits of TimeTicks wrap after 497 days; a number does not need to.
  const number = integer({ ...options, access: accessOf(options, 'ro'), min: 0, max: Number.MAX_SAFE_INTEGER });
  return { ...number, kind: 'ticks', syntax: timeTicks, show: ticksInWords };
}
