import { ErrorCode } from '../../model/wire/error-code.ts';
import type { CallRefused } from '../call/failure.ts';
import type { FormPart } from './form-part.ts';

/**
 * The column of the form that a refusal speaks of: the one it names, the key of a new row that exists already, else the one
 * by whose label its message begins.
 */
export function columnAtFault(
  parts: readonly FormPart[],
  { code, object, column, message }: CallRefused,
): string | undefined {
  const isHere = parts.some(
    (part) => part.object.name === object && column !== undefined && Object.hasOwn(part.object.fields, column),
  );
  if (isHere) return column;
  if (code === ErrorCode.inconsistentName) {
    for (const part of parts)
      if (part.create && part.object.shape === 'table') return Object.keys(part.object.index)[0];
  }
  return columnNamedBy(parts, message);
}

/** The column whose label a message of the device begins with; the longest label wins. Undefined where it names none. */
function columnNamedBy(parts: readonly FormPart[], message: string): string | undefined {
  const columns = parts.flatMap((part) => Object.entries(part.object.fields));
  const named = columns.filter(
    ([, field]) => message.startsWith(field.label) && /^\W/.test(message.slice(field.label.length)),
  );
  return named.sort(([, a], [, b]) => b.label.length - a.label.length)[0]?.[0];
}
