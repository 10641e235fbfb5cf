/** The time of day of `at` (milliseconds since 1970) in the browser's zone, "13:05:09": as in every table, in any language. */
export function timeOfDay(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
