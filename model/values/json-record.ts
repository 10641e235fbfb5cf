/** A JSON object, its members not looked at yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object (not an array, not null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
