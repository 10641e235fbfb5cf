import type { CallRefused } from '../call/failure.ts';
import type { FormPart } from './form-part.ts';

/** A field of a form, by its part and its column. */
export interface PartField {
  readonly part: FormPart;
  readonly column: string;
}

/**
 * The field of the form that a refusal speaks of: the column that it names, of the row that it names where the form has
 * several; the first column of the key where it speaks of the whole of a row that is to be made. Undefined for none.
 */
export function refusedField(parts: readonly FormPart[], { place }: CallRefused): PartField | undefined {
  const { object: name, row, column } = place;
  const part = parts.find(({ object, values = {}, create }) => {
    if (object.name !== name) return false;
    return create || !row || Object.entries(row).every(([key, value]) => String(values[key]) === String(value));
  });
  if (!part) return undefined;
  if (column !== undefined) return Object.hasOwn(part.object.fields, column) ? { part, column } : undefined;
  const [first] = part.create && part.object.shape === 'table' && row ? Object.keys(part.object.index) : [];
  return first === undefined ? undefined : { part, column: first };
}
