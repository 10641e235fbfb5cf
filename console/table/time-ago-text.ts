import { timeAgo } from '../../model/values/time-ago.ts';
import type { Translate } from '../../model/values/translate.ts';

/** How long ago something was, in the shown language: "4 minutes ago". */
export function timeAgoText(t: Translate, seconds: number): string {
  const words = timeAgo(seconds);
  const [number, unit] = words.split(' ');
  if (number === '1') return t(words);
  const texts: Readonly<Record<string, string>> = {
    minutes: t('{{number}} minutes ago', { number: number ?? '' }),
    hours: t('{{number}} hours ago', { number: number ?? '' }),
    days: t('{{number}} days ago', { number: number ?? '' }),
  };
  return texts[unit ?? ''] ?? words;
}
