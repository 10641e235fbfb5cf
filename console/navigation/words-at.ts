import { lateWords } from './late-words.ts';

/** Words of a page that is there, as they are declared or by their place among the late ones. */
export function wordsAt(words: string | number): string {
  return typeof words === 'number' ? (lateWords[words] ?? '') : words;
}
