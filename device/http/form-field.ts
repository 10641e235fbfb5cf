/** Fields by their names; null for one that is given more than once. It has no prototype, so no name is special. */
export type Form = Readonly<Record<string, string | null>>;

/** A field of a form or a query; "" where it is missing or given more than once. */
export function formField(form: Form, name: string): string {
  return form[name] ?? '';
}

/**
 * The fields of a URL-escaped form. The engine's own parser takes a tenth of the time of one written in JavaScript, which
 * counts for forms of megabytes.
 */
export function readForm(text: string): Form {
  const form: Record<string, string | null> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) form[name] = name in form ? null : value;
  return form;
}
