import type { Translate } from './translate.ts';

const STEPS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/**
 * A number with at most `digits` decimals and k, M, G, T, P or E for the thousands (docs/specification/product.md 9): 1234567 is
 * "1.2M". A bigint is exact until it is shortened.
 */
export function abbreviateNumber(value: number | bigint, digits = 1): string {
  const number = Number(value);
  const size = Math.abs(number);
  if (!Number.isFinite(number)) return '–';
  let step = 0;
  while (step < STEPS.length - 1 && Number((size / 1000 ** step).toFixed(digits)) >= 1000) step += 1;
  return `${Number((number / 1000 ** step).toFixed(digits))}${STEPS[step]}`;
}

/** A number in words with the decimal mark of the shown language: "1.2M" is "1,2M" in German. */
export function withDecimalMark(words: string, t: Translate): string {
  return words.replace(/(\d+)\.(\d+)/, (_, whole: string, part: string) => t('{{whole}}.{{part}}', { whole, part }));
}
