import type { Translate } from '../../model/values/translate.ts';
import { entryName } from './entry-name.ts';
import { lateKeywords } from './late-keywords.ts';
import type { MenuEntry } from './menu-entry.ts';

/**
 * The entries in whose name or keywords every typed word is found, best first: what is called just so before a title that
 * begins with the words, one that holds them, a name that does, and those found by keyword; then in the menu's order.
 * Everything for an empty query.
 */
export function searchEntries(entries: readonly MenuEntry[], query: string, t: Translate): readonly MenuEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return entries;
  const wanted = words.join(' ');
  return entries
    .flatMap((entry) => {
      const title = t(entry.title).toLocaleLowerCase();
      const name = entryName(entry, t).toLocaleLowerCase();
      // English words find a page in every language: manuals and colleagues use them.
      const all = `${name} ${entry.under.join(' ')} ${entry.title} ${keywordsOf(entry)}`.toLocaleLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const called = wordsOf(name).join(' ');
      const fits = [
        title === wanted || called === wanted,
        title.startsWith(wanted),
        title.includes(wanted),
        called.includes(wanted),
        words.every((word) => name.includes(word)),
        true,
      ];
      return [{ entry, rank: fits.indexOf(true) }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** The words that an entry is found by beside its name. */
export function keywordsOf({ keywords = '' }: MenuEntry): string {
  return typeof keywords === 'number' ? (lateKeywords[keywords] ?? '') : keywords;
}

/** The words of a query or a name, without the separator between a heading and a page. */
function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
}
