import type { Value } from '../wire/call.ts';
import type { Field, Reading } from './field.ts';

/**
 * Reads the values of one field, of one row after the other. Rows of a large table mostly repeat each other: the value of the row before
 * is not read again.
 */
export function repeatedReading(field: Field): (value: Value | undefined) => Reading {
  let last: { readonly value: Value | undefined; readonly reading: Reading } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, reading: field.read(value) };
    return last.reading;
  };
}
