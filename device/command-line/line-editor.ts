import type { Key } from './keys.ts';

/** A line being written: pure; every key makes another one. */
export interface EditedLine {
  /** Its signs, each a code point. */
  readonly signs: readonly string[];
  /** Signs before the cursor. */
  readonly cursor: number;
  /** Lines that were entered before, the latest last. */
  readonly history: readonly string[];
  /** Position of the line in the history, counted from its end; 0 for the line that is being written. */
  readonly back: number;
  /** The draft before the history was used. */
  readonly draft: string;
}

/** Signs of a line at most: the longest line of a configuration has public keys of 16,384 characters. */
const LINE_LENGTH = 40_960;

/** Effect of a key besides another line. */
export type Effect = 'none' | 'enter' | 'complete' | 'help' | 'interrupt' | 'end' | 'redraw' | 'bell';

/** An empty line above this history. */
export function emptyLine(history: readonly string[]): EditedLine {
  return { signs: [], cursor: 0, history, back: 0, draft: '' };
}

/** The text of a line. */
export function textOf({ signs }: EditedLine): string {
  return signs.join('');
}

/** The line with the text between two places replaced, the cursor behind the new text. */
export function replaced(line: EditedLine, from: number, to: number, text: string): EditedLine {
  const signs = [...line.signs.slice(0, from), ...text, ...line.signs.slice(to)].slice(0, LINE_LENGTH);
  return { ...line, signs, cursor: Math.min(from + [...text].length, signs.length) };
}

/**
 * The line after a key, and what else is to be done. `asks`: whether "?" asks for help where it is no part of a word in quotes.
 */
export function press(
  line: EditedLine,
  key: Key,
  asks: boolean,
): { readonly line: EditedLine; readonly effect: Effect } {
  const { signs, cursor } = line;
  const same = (effect: Effect) => ({ line, effect });
  const moved = (to: number) => ({
    line: { ...line, cursor: Math.max(0, Math.min(to, signs.length)) },
    effect: 'none' as const,
  });
  const cut = (from: number, to: number) => ({ line: replaced(line, from, to, ''), effect: 'none' as const });
  if (key.kind === 'text') return write(line, key.text, asks);
  switch (key.name) {
    case 'enter':
      return same('enter');
    case 'tab':
      return same('complete');
    case 'interrupt':
      return same('interrupt');
    case 'endOfInput':
      return signs.length === 0 ? same('end') : cut(cursor, cursor + 1);
    case 'redraw':
      return same('redraw');
    case 'backspace':
      return cursor === 0 ? same('bell') : cut(cursor - 1, cursor);
    case 'delete':
      return cut(cursor, cursor + 1);
    case 'left':
      return moved(cursor - 1);
    case 'right':
      return moved(cursor + 1);
    case 'home':
      return moved(0);
    case 'end':
      return moved(signs.length);
    case 'wordLeft':
      return moved(wordStart(signs, cursor));
    case 'wordRight':
      return moved(wordEnd(signs, cursor));
    case 'killToEnd':
      return cut(cursor, signs.length);
    case 'killToStart':
      return cut(0, cursor);
    case 'killWord':
      return cut(wordStart(signs, cursor), cursor);
    case 'up':
      return look(line, line.back + 1);
    case 'down':
      return look(line, line.back - 1);
  }
}

function write(line: EditedLine, text: string, asks: boolean): { readonly line: EditedLine; readonly effect: Effect } {
  if (asks && text === '?' && !isQuoted(line.signs.slice(0, line.cursor))) return { line, effect: 'help' };
  if (line.signs.length + [...text].length > LINE_LENGTH) return { line, effect: 'bell' };
  return { line: replaced(line, line.cursor, line.cursor, text), effect: 'none' };
}

function look(line: EditedLine, back: number): { readonly line: EditedLine; readonly effect: Effect } {
  if (back < 0 || back > line.history.length) return { line, effect: 'bell' };
  const draft = line.back === 0 ? textOf(line) : line.draft;
  const signs = [...(back === 0 ? draft : (line.history[line.history.length - back] ?? ''))];
  return { line: { ...line, signs, cursor: signs.length, back, draft }, effect: 'none' };
}

function isQuoted(signs: readonly string[]): boolean {
  let quote = '';
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? '';
    if (sign === '\\' && quote !== "'") at += 1;
    else if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
  }
  return quote !== '';
}

function wordStart(signs: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && signs[at - 1] === ' ') at -= 1;
  while (at > 0 && signs[at - 1] !== ' ') at -= 1;
  return at;
}

function wordEnd(signs: readonly string[], cursor: number): number {
  let at = cursor;
  while (at < signs.length && signs[at] === ' ') at += 1;
  while (at < signs.length && signs[at] !== ' ') at += 1;
  return at;
}

/** Contents of one row of a terminal. */
export interface Row {
  readonly signs: readonly string[];
  /** Signs before the cursor. */
  readonly cursor: number;
}

/** A row on which nothing is written yet. */
export const emptyRow: Row = { signs: [], cursor: 0 };

/** The row of a line: the prompt and as much of the line as the row holds, moved along under the cursor. */
export function rowOf(prompt: string, line: EditedLine, columns: number, isHidden: boolean): Row {
  const before = [...prompt];
  if (isHidden) return { signs: before, cursor: before.length };
  const room = Math.max(8, columns - before.length - 1);
  const from = line.cursor < room ? 0 : line.cursor - room + 1;
  return {
    signs: [...before, ...line.signs.slice(from, from + room)],
    cursor: before.length + line.cursor - from,
  };
}

/**
 * Characters that change one row of a terminal into another. Text and backspaces only: a program that reads lines sees
 * the prompt, and what it wrote, unchanged, and a terminal of any kind can draw them.
 */
export function drawn(before: Row, after: Row): string {
  const differs = after.signs.findIndex((sign, at) => sign !== before.signs[at]);
  const same = differs < 0 ? after.signs.length : differs;
  const blanks = ' '.repeat(Math.max(0, before.signs.length - after.signs.length));
  const isSame = differs < 0 && blanks === '';
  const moved = (from: number, to: number) =>
    to < from ? '\b'.repeat(from - to) : after.signs.slice(from, to).join('');
  if (isSame) return moved(before.cursor, after.cursor);
  const written = after.signs.slice(same).join('') + blanks;
  const end = after.signs.length + blanks.length;
  return moved(before.cursor, same) + written + moved(end, after.cursor);
}
