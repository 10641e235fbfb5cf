import type { Choice } from './field-words.ts';
import { findWord } from './find-word.ts';
import type { Language } from './language.ts';
import type { LineCursor } from './line-cursor.ts';
import { isBar } from './line-end.ts';
import type { MenuPlace, Target } from './menu.ts';

/** Goes down the menu to a page, or as far as the words go. */
export function placeOf(
  line: LineCursor,
  language: Language,
  leadsOn: (place: MenuPlace) => boolean = () => true,
): MenuPlace {
  let place = language.menu;
  const leads = (one: MenuPlace): boolean => leadsOn(one) || one.children.some(leads);
  const isShow = leadsOn(language.menu);
  while (place.children.length > 0) {
    const children = place.children.filter(leads);
    const choices = childWords({ ...place, children });
    const isEnd = isShow && place !== language.menu;
    const next = line.peek();
    if (isEnd && (!next || isBar(next))) return place;
    const found = next && findWord(children, next.text, next.quoted);
    if (!found && place.targets.length > 0) return place;
    const word = line.word(choices, 'menu entry', undefined, isEnd);
    const child = children.find((one) => one.word === word);
    if (!child) throw line.wrong('There is no such menu entry.', { choices, isEnd });
    place = child;
  }
  return place;
}

/** Words that lead further down the menu. */
export function childWords({ children }: Pick<MenuPlace, 'children'>): readonly Choice[] {
  return children.map(({ word, targets, children: below }) => ({
    word,
    meaning: targets.map(({ title }) => title).join(', ') || below.map((one) => one.word).join(', '),
  }));
}

/** The word of one of the lists and groups of a page. */
export function targetChoice({ word, title }: Target): Choice {
  return { word, meaning: title };
}
