import type { Translate } from '../../model/values/translate.ts';
import type { MenuEntry } from './menu-entry.ts';

/** The full name of a page, translated: "Network / VLAN / Tagged". */
export function entryName(entry: MenuEntry, t: Translate): string {
  return [...entry.under, entry.title].map((title) => t(title)).join(' / ');
}

/**
 * The entries in whose name or keywords every typed word is found, best first: a title that begins with the words before
 * one that only holds them, before those found by keyword; then in the menu's order. Everything for an empty query.
 */
export function searchEntries(entries: readonly MenuEntry[], query: string, t: Translate): readonly MenuEntry[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const wanted = words.join(' ');
  return entries
    .flatMap((entry) => {
      const title = t(entry.title).toLocaleLowerCase();
      const name = entryName(entry, t).toLocaleLowerCase();
      // English words find a page in every language: manuals and colleagues use them.
      const all = `${name} ${entry.under.join(' ')} ${entry.title} ${entry.keywords ?? ''}`.toLocaleLowerCase();
      if (!words.every((word) => all.includes(word))) return [];
      const rank = title.startsWith(wanted)
        ? 0
        : title.includes(wanted)
          ? 1
          : words.every((w) => name.includes(w))
            ? 2
            : 3;
      return [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
