import type { Parsed, Verb } from './command.ts';
import type { Choice } from './field-words.ts';
import type { Language } from './language.ts';
import type { LineCursor } from './line-cursor.ts';
import { filtered, isBar, nothing } from './line-end.ts';

/** The words that may follow `begun` in those of verbs. */
export function nextWords(verbs: readonly Verb[], begun: readonly string[]): readonly Choice[] {
  const fitting = verbs.filter(({ words }) => begun.every((word, at) => words[at] === word));
  const meanings = new Map<string, string[]>();
  for (const { words, meaning } of fitting) {
    const word = words[begun.length];
    if (word === undefined) continue;
    const isLast = words.length === begun.length + 1;
    meanings.set(word, [...(meanings.get(word) ?? []), isLast ? meaning : words.slice(begun.length + 1).join(' ')]);
  }
  return [...meanings].map(([word, each]) => ({ word, meaning: each.join(', ') }));
}

/** The verb that these words and those that follow are of. */
export function verbLine(line: LineCursor, language: Language, begun: readonly string[], forced: boolean): Parsed {
  const verb = language.verbs.find((one) => one.words.join(' ') === begun.join(' '));
  if (!verb) {
    const word = line.word(nextWords(language.verbs, begun), 'word');
    return verbLine(line, language, [...begun, word], forced);
  }
  const given: string[] = [];
  for (const { choices = [], meaning, isOptional } of verb.arguments) {
    const isFree = choices.length === 0;
    const expected = { choices, ...(isFree && { value: meaning }), isEnd: isOptional };
    const next = line.peek();
    if (isOptional && (!next || isBar(next))) {
      return filtered(line, (filter) => ({ kind: 'verb', verb, given, forced, filter }), expected);
    }
    if (!next) throw line.incomplete(`${meaning} is missing.`, expected);
    given.push(isFree ? line.free(expected, meaning) : line.word(choices, meaning));
  }
  return filtered(line, (filter) => ({ kind: 'verb', verb, given, forced, filter }), nothing);
}
