import { abbreviateNumber } from '../../model/values/number-words.ts';

/** A rate in words: "400 Mbit/s". */
export function rateWords(bitsPerSecond: number): string {
  const short = abbreviateNumber(bitsPerSecond);
  return short.replace(/([a-zA-Z]?)$/, ' $1bit/s');
}
