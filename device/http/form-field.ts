/** A field of a form or a query; "" where it is missing or given more than once. */
export function formField(form: unknown, name: string): string {
  if (typeof form !== 'object' || form === null || !Object.hasOwn(form, name)) return '';
  const value: unknown = Reflect.get(form, name);
  return typeof value === 'string' ? value : '';
}
