import { translate } from '../../../console/translations/language.ts';
import { abbreviateNumber, withDecimalMark } from '../../../model/values/number-words.ts';

/** A measured value in short with its unit: "1.2 Mbit/s", "12 %", "3.4k/s" (docs/specification/product.md 9). */
export function measureText(value: number, unit: string): string {
  const short = withDecimalMark(abbreviateNumber(value), translate);
  if (unit === '/s') return `${short}/s`;
  const step = /[kMGTPE]$/.exec(short)?.[0] ?? '';
  return `${step === '' ? short : short.slice(0, -1)} ${step}${unit}`;
}
