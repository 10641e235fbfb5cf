import type { Verb } from './command.ts';
import type { Choice } from './field-words.ts';
import type { Language } from './language.ts';
import type { Token } from './tokens.ts';
import { nextWords } from './verb-line.ts';

/** The first words that lines of every switch can have. */
export const ownVerbs: readonly Choice[] = [
  { word: 'show', meaning: 'Shows settings and state' },
  { word: 'set', meaning: 'Changes settings' },
  { word: 'add', meaning: 'Adds a row' },
  { word: 'delete', meaning: 'Deletes a row' },
  { word: 'begin', meaning: 'Starts a change of several lines' },
  { word: 'apply', meaning: 'Applies the lines entered since "begin", all or nothing' },
  { word: 'discard', meaning: 'Discards the lines entered since "begin"' },
  { word: 'force', meaning: 'Carries out the command without asking, even if it may disconnect this session' },
  { word: 'history', meaning: 'Shows the lines entered' },
  { word: 'help', meaning: 'Explains how to enter commands' },
  { word: 'terminal', meaning: 'Sets the page size of answers in this session' },
  { word: 'enable', meaning: 'Ends the prompt in "#", as some programs expect; rights stay as they are' },
  { word: 'disable', meaning: 'Ends the prompt in ">" again' },
  { word: 'exit', meaning: 'Ends the session' },
  { word: 'logout', meaning: 'Ends the session' },
  { word: 'quit', meaning: 'Ends the session' },
];

/** Whether a line can begin with this word, whole or shortened; `verbs` beside those that every switch has. */
export function beginsLine({ text, quoted }: Token, verbs: readonly Pick<Verb, 'words'>[]): boolean {
  const typed = text.toLowerCase();
  const words = [...ownVerbs.map(({ word }) => word), ...verbs.map(({ words: [first] }) => first)];
  return !quoted && typed !== '' && words.some((word) => word.startsWith(typed));
}

/** First words of verbs that are none of every switch's. */
export function featureWords(language: Language): readonly Choice[] {
  return nextWords(language.verbs, []).filter(({ word }) => ownVerbs.every((own) => own.word !== word));
}
