import type { Token } from './tokens.ts';

/** One text to look for in a line. */
export interface LinePattern {
  /** In lower case. */
  readonly text: string;
  /** The line has to begin with it. */
  readonly isStart: boolean;
  /** The line has to end with it. */
  readonly isEnd: boolean;
}

/**
 * The texts that words of a filter name: "|" divides them, "^" stands for the start of a line, and "$" for its end, unless they are in
 * quotes. They are no regular expressions: an expression from outside could take any time.
 */
export function linePatterns(words: readonly Token[]): readonly LinePattern[] {
  const alternatives: Token[][] = [[]];
  for (const word of words) {
    if (word.text === '|' && !word.quoted) alternatives.push([]);
    else alternatives.at(-1)?.push(word);
  }
  return alternatives.filter((those) => those.length > 0).map(patternOf);
}

function patternOf(words: readonly Token[]): LinePattern {
  const text = words.map((word) => word.text).join(' ');
  const isStart = words[0]?.quoted === false && text.startsWith('^');
  const isEnd = words.at(-1)?.quoted === false && text.endsWith('$');
  return { text: text.slice(isStart ? 1 : 0, isEnd ? -1 : undefined).toLowerCase(), isStart, isEnd };
}

/** Whether a line holds one of the texts, whatever their case. */
export function holdsOne(line: string, patterns: readonly LinePattern[]): boolean {
  const lower = line.toLowerCase();
  return patterns.some(({ text, isStart, isEnd }) => {
    if (isStart && isEnd) return lower === text;
    if (isStart) return lower.startsWith(text);
    return isEnd ? lower.endsWith(text) : lower.includes(text);
  });
}
