import type { Values } from '../../model/wire/call.ts';
import type { Command, Expected, Filter, Parsed, Shown } from './command.ts';
import { findWord } from './find-word.ts';
import { indexHelp, numbersOf, renamed } from './index-words.ts';
import type { Language } from './language.ts';
import type { LineCursor } from './line-cursor.ts';
import { filtered, isBar, nothing } from './line-end.ts';
import type { MenuPlace, Target } from './menu.ts';
import { childWords, placeOf, targetChoice } from './menu-words.ts';
import { rowWords } from './row-words.ts';
import { nextWords, verbLine } from './verb-line.ts';

/** The rest of a line that begins with "show": a menu entry, and what of it. */
export function showLine(line: LineCursor, language: Language): Parsed {
  const { verbs, menu } = language;
  const words = nextWords(verbs, ['show']);
  if (words.length > 0) {
    const word = line.word([...childWords(menu), ...words], 'menu entry');
    if (words.some((one) => one.word === word)) return verbLine(line, language, ['show', word], false);
    line.stepBack();
  }
  const place = placeOf(line, language);
  const next = line.peek();
  const all = (): readonly Shown[] => shownBelow(place);
  const command = (shown: readonly Shown[]) => (filter: Filter | undefined) =>
    ({ kind: 'show', shown, filter }) as const;
  const { targets } = place;
  if (targets.length === 0) return filtered(line, command(all()), { choices: childWords(place), isEnd: true });
  const [list, second] = targets.filter(({ table }) => table);
  const only = second ? undefined : list;
  const expected: Expected = {
    choices: [...(targets.length > 1 ? targets.map(targetChoice) : []), ...(only ? rowWords(language, only) : [])],
    ...(only && { value: indexHelp(only, 0) }),
    isEnd: true,
  };
  if (!next || isBar(next)) return filtered(line, command(all()), expected);
  const named = findWord(targets, next.text, next.quoted);
  if (named) line.step();
  const target = named ?? only;
  if (!target) throw line.wrong('This page has nothing of that name.', expected);
  return shownTarget(line, language, place, target, command);
}

function shownTarget(
  line: LineCursor,
  language: Language,
  { path }: MenuPlace,
  target: Target,
  command: (shown: readonly Shown[]) => (filter: Filter | undefined) => Command,
): Parsed {
  let query: Values = {};
  let among: Shown['among'];
  const shown = () =>
    target.objects.map((object) => ({
      path,
      object,
      ...renamed(target, object, query, among),
    }));
  for (const [at, [column, field]] of Object.entries(target.table?.index ?? {}).entries()) {
    const next = line.peek();
    const expected = { choices: at === 0 ? rowWords(language, target) : [], value: indexHelp(target, at), isEnd: true };
    if (!next || isBar(next)) return filtered(line, command(shown()), expected);
    const numbers = among ? undefined : numbersOf(field, next);
    line.step();
    if (numbers) among = { column, numbers: new Set(numbers) };
    else query = { ...query, [column]: line.read(field, next, expected) };
  }
  return filtered(line, command(shown()), nothing);
}

function shownBelow({ path, targets, children }: MenuPlace): readonly Shown[] {
  const own = targets.flatMap(({ objects }) => objects.map((object) => ({ path, object, query: {} })));
  return [...own, ...children.flatMap(shownBelow)];
}
