import type { FormPart } from './form-part.ts';

/** The column whose label a message of the device begins with; the longest label wins. Undefined where it names none. */
export function columnNamedBy(parts: readonly FormPart[], message: string): string | undefined {
  const columns = parts.flatMap((part) => Object.entries(part.object.fields));
  const named = columns.filter(
    ([, field]) => message.startsWith(field.label) && /^\W/.test(message.slice(field.label.length)),
  );
  return named.sort(([, a], [, b]) => b.label.length - a.label.length)[0]?.[0];
}
