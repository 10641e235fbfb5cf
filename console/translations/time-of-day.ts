import { translation } from './language.ts';

/** The time of day of `at` (milliseconds since 1970) in the browser's zone, as the console's language writes it. */
export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(translation.get().language);
}
