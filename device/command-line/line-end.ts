import type { Command, Expected, Filter, Parsed } from './command.ts';
import type { Choice } from './field-words.ts';
import type { LineCursor } from './line-cursor.ts';
import { linePatterns } from './line-pattern.ts';
import type { Token } from './tokens.ts';

const filterWords: readonly Choice[] = [
  { word: 'json', meaning: 'As JSON, by the names of the objects and columns' },
  { word: 'include', meaning: 'Only lines that hold a text, or one of several (ssh|^snmp)' },
  { word: 'exclude', meaning: 'Only lines that do not hold a text' },
  { word: 'section', meaning: 'Only lines that hold a text, with the indented lines that follow each' },
  { word: 'begin', meaning: 'From the first line that holds a text' },
  { word: 'count', meaning: 'The number of lines' },
];

const bar: Choice = { word: '|', meaning: 'Filters the answer' };

/** What a line comes to whose answer may be filtered: nothing else may follow but `next`. */
export function filtered(line: LineCursor, command: (filter: Filter | undefined) => Command, next: Expected): Parsed {
  const token = line.peek();
  const more = { ...next, choices: [...next.choices, bar], isEnd: true };
  if (!token) return { kind: 'command', command: command(undefined), next: more };
  if (!isBar(token)) throw line.wrong('Only "|" may follow here.', more);
  line.step();
  const word = line.word(filterWords, 'filter');
  if (word === 'json' || word === 'count') return ended(line, command({ kind: word }));
  const patterns = linePatterns(line.rest({ choices: [], value: 'The text', isEnd: false }, 'The text'));
  const kind = word === 'include' || word === 'section' || word === 'begin' ? word : 'exclude';
  return ended(line, command({ kind, patterns }));
}

/** What a line comes to that ends here. */
export function ended(line: LineCursor, command: Command): Parsed {
  if (line.peek()) throw line.wrong('Unexpected input after the command.', nothing);
  return { kind: 'command', command, next: nothing };
}

/** Nothing may follow. */
export const nothing: Expected = { choices: [], isEnd: true };

/** Whether a word begins the filter of an answer. */
export function isBar({ text, quoted }: Token): boolean {
  return text === '|' && !quoted;
}
