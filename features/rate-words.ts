import { translate } from '../console/translations/language.ts';
import { abbreviateNumber, withDecimalMark } from '../model/values/number-words.ts';

/** A rate in words of the shown language: "400 Mbit/s". */
export function rateWords(bitsPerSecond: number): string {
  const short = withDecimalMark(abbreviateNumber(bitsPerSecond), translate);
  return short.replace(/([a-zA-Z]?)$/, ' $1bit/s');
}
