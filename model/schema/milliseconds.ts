import { secondsOf } from '../values/quantities.ts';
import type { Values } from '../wire/call.ts';
import type { Fields } from './field.ts';

/**
 * Milliseconds that columns of a row, or of a group, come to, each by the unit of time that its field declares: no caller
 * multiplies by itself. What is asked for a column without such a unit throws.
 */
export function millisecondsIn<F extends Fields, V extends Partial<Values>>(
  { fields }: { readonly fields: F },
  values: V,
): (column: keyof F & keyof V & string) => number {
  return (column) => {
    const seconds = secondsOf(fields[column]?.unit);
    if (seconds === undefined) throw new Error(`${column} is no time.`);
    return Math.round(Number(values[column]) * seconds * 1000);
  };
}
