import { entryName } from '../../console/navigation/entry-name.ts';
import type { FieldPlace } from '../../console/navigation/field-places.ts';
import type { MenuEntry } from '../../console/navigation/menu-entry.ts';
import { keywordsOf } from '../../console/navigation/search-entries.ts';
import type { Translate } from '../../model/values/translate.ts';
import { holdsWords, wordsIn } from './words.ts';

/** A field of a page: where it is, and its label in the shown language. */
export interface FoundField {
  readonly path: string;
  readonly label: string;
  /** "Network / Spanning Tree / Protocol". */
  readonly page: string;
}

/** Fields that are listed at most. */
const AT_MOST = 8;

/**
 * The fields that a query finds, best first: those called just so, those whose label begins with it, then by the words of label,
 * name, object and page together, of which label and name have to have at least one. English words find a field in every language.
 */
export function findFields(
  places: readonly FieldPlace[],
  entries: readonly MenuEntry[],
  query: string,
  t: Translate,
): readonly FoundField[] {
  const typed = wordsIn(query);
  if (typed.length === 0) return [];
  const pages = new Map(entries.map((entry) => [entry.path, entry]));
  const wanted = typed.join(' ');
  const found = new Map<string, FoundField & { readonly rank: number }>();
  for (const [path, title, fields] of places) {
    const entry = pages.get(path);
    if (!entry) continue;
    const page = entryName(entry, t);
    const around = `${page} ${entry.under.join(' ')} ${entry.title} ${t(title)} ${title} ${keywordsOf(entry)}`;
    for (const [source, name] of fields) {
      const label = t(source);
      const own = `${label} ${source} ${wordsOfName(name)}`;
      if (!holdsWords(`${own} ${around}`, typed) || !typed.some((word) => holdsWords(own, [word]))) continue;
      const called = [label, source].map((text) => wordsIn(text).join(' '));
      const fits = [
        called.includes(wanted),
        called.some((text) => text.startsWith(wanted)),
        holdsWords(own, typed),
        true,
      ];
      const key = `${path} ${source}`;
      if (!found.has(key)) found.set(key, { path, label, page, rank: fits.indexOf(true) });
    }
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank).slice(0, AT_MOST);
}

/** A field's name, and the words in it: "dot1dStpBridgeHelloTime dot1d Stp Bridge Hello Time". */
function wordsOfName(name: string): string {
  return `${name} ${name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')}`;
}
