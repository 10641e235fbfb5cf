import type { Expected } from './command.ts';
import type { Choice } from './field-words.ts';
import type { Language } from './language.ts';
import { parse } from './parse.ts';
import { quotedWord, tokensOf } from './tokens.ts';

/** The words allowed at the end of the line. */
interface Place {
  readonly expected: Expected;
  /** The written part of the last word. */
  readonly begun: string;
  /** Its start, in UTF-16 units. */
  readonly start: number;
}

/** Completion of a line that ends at the cursor. */
export interface Completion {
  /** Replaces the partial word; undefined if nothing completes it. */
  readonly word: string | undefined;
  /** Start of that word, in UTF-16 units. */
  readonly start: number;
  /** The candidates, if there are several. */
  readonly choices: readonly Choice[];
}

function placeAt(text: string, language: Language): Place {
  const { tokens, isOpen } = tokensOf(text);
  const last = tokens.at(-1);
  const isBegun = last !== undefined && (isOpen || last.end === text.length) && (last.text !== '|' || last.quoted);
  const before = isBegun ? tokens.slice(0, -1) : tokens;
  const parsed = parse(before, language);
  const isWrong = parsed.kind === 'wrong';
  return {
    expected: isWrong ? { choices: [], isEnd: false } : parsed.next,
    begun: isBegun ? last.text : '',
    start: isBegun ? last.start : text.length,
  };
}

/** Completes the word that the line ends in. */
export function complete(text: string, language: Language): Completion {
  const { expected, begun, start } = placeAt(text, language);
  const fitting = expected.choices.filter(({ word }) => word.startsWith(begun.toLowerCase()));
  const [only, second] = fitting;
  if (!only) return { word: undefined, start, choices: [] };
  if (!second) return { word: `${quotedWord(only.word)} `, start, choices: [] };
  const shared = sharedStart(fitting.map(({ word }) => word));
  return { word: shared.length > begun.length ? shared : undefined, start, choices: fitting };
}

/** Possible words at the end of the line, one line each. */
export function helpLines(text: string, language: Language): readonly string[] {
  const { expected, begun } = placeAt(text, language);
  const fitting = expected.choices.filter(({ word }) => word.startsWith(begun.toLowerCase()));
  const width = Math.max(0, ...fitting.map(({ word }) => word.length));
  const lines = fitting.map(({ word, meaning }) => `  ${word.padEnd(width)}  ${meaning}`.trimEnd());
  if (expected.value !== undefined) lines.unshift(`  ${expected.value}`);
  if (expected.isEnd && begun === '') lines.push('  <enter>');
  return lines.length > 0 ? lines : ['  Nothing fits here.'];
}

function sharedStart(words: readonly string[]): string {
  let shared = words[0] ?? '';
  for (const word of words) while (!word.startsWith(shared)) shared = shared.slice(0, -1);
  return shared;
}
