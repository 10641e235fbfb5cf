import { formatDateTime, localDateTime } from '../model/values/date-time.ts';

/** A moment of the fleet in the browser's zone, "2026-01-31 13:05:09"; "" for one that never was. */
export function momentText(seconds: number): string {
  return momentLines(seconds).join(' ');
}

/** Its date and its time by themselves; none for a moment that never was. */
export function momentLines(seconds: number): readonly string[] {
  if (seconds === 0) return [];
  const text = formatDateTime(localDateTime(new Date(seconds * 1000)));
  return text.split(' ');
}
