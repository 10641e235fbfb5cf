import { translation } from '../console/translations/language.ts';

const dateStyle = 'medium';
const timeStyle = 'medium';

/** A moment of the fleet in the browser's zone, as the console's language writes it; "" for one that never was. */
export function momentText(seconds: number): string {
  if (seconds === 0) return '';
  return new Date(seconds * 1000).toLocaleString(translation.get().language, { dateStyle, timeStyle });
}

/** Its date and its time by themselves; none for a moment that never was. */
export function momentLines(seconds: number): readonly string[] {
  if (seconds === 0) return [];
  const { language } = translation.get();
  const moment = new Date(seconds * 1000);
  return [moment.toLocaleDateString(language, { dateStyle }), moment.toLocaleTimeString(language, { timeStyle })];
}
