/** A field of a form or a query; "" where it is missing or given more than once. */
export function formField(form: unknown, name: string): string {
  if (typeof form !== 'object' || form === null || !Object.hasOwn(form, name)) return '';
  const value: unknown = Reflect.get(form, name);
  return typeof value === 'string' ? value : '';
}

/**
 * The fields of a URL-escaped form by their names; null for one that is given more than once. The engine's own parser takes
 * a tenth of the time of one written in JavaScript, which counts for forms of megabytes.
 */
export function readForm(text: string): Record<string, string | null> {
  const form: Record<string, string | null> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) form[name] = name in form ? null : value;
  return form;
}
