import { integer } from '../model/schema/kinds/integer.ts';

/** A moment in seconds since 1970, 0 for one that never was; the console shows it in the zone of its browser. */
export const moment = (label: string, help: string) =>
  integer({ label, help, min: 0, max: 4_294_967_295, default: 0, access: 'ro' });

/** Milliseconds since 1970 as such a moment. */
export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
