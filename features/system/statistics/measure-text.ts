import { translate } from '../../../console/translations/language.ts';
import { abbreviateNumber, withDecimalMark } from '../../../model/values/number-words.ts';

/** A measured value in short with its unit: "1.2 Mbit/s", "12 %", "3.4k/s" (docs/specification/product.md 9). */
export function measureText(value: number, unit: string): string {
  const short = withDecimalMark(abbreviateNumber(value), translate);
  if (unit === '/s') return `${short}/s`;
  const step = /[kMGTPE]$/.exec(short)?.[0] ?? '';
  return `${step === '' ? short : short.slice(0, -1)} ${step}${unit}`;
}

/** A rate for a column in Mbit/s, whose decimals are below each other: "11.80"; "< 0.01" for a trickle, "0" for none. */
export function megabitsText(bitsPerSecond: number): string {
  const hundredths = Math.round(bitsPerSecond / 10_000);
  const words = bitsPerSecond > 0 && hundredths === 0 ? '< 0.01' : (hundredths / 100).toFixed(2);
  return bitsPerSecond === 0 ? '0' : withDecimalMark(words, translate);
}
