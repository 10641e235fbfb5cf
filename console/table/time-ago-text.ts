import { timeAgo } from '../../model/values/time-ago.ts';
import type { Translate } from '../../model/values/translate.ts';

/** How long ago something was, in the shown language: "4 minutes ago". */
export function timeAgoText(t: Translate, seconds: number): string {
  const words = timeAgo(seconds);
  if (words === 'just now') return t('just now');
  const [number, unit] = words.split(' ');
  const values = { number: number ?? '' };
  const texts: Readonly<Record<string, string>> = {
    minute: t('1 minute ago'),
    hour: t('1 hour ago'),
    day: t('1 day ago'),
    minutes: t('{{number}} minutes ago', values),
    hours: t('{{number}} hours ago', values),
    days: t('{{number}} days ago', values),
  };
  return texts[unit ?? ''] ?? words;
}
