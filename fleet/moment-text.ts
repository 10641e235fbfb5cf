import { translation } from '../console/translations/language.ts';

/** A moment of the fleet in the browser's zone, as the console's language writes it; "" for one that never was. */
export function momentText(seconds: number): string {
  if (seconds === 0) return '';
  return new Date(seconds * 1000).toLocaleString(translation.get().language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
}
