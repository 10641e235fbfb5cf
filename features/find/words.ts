/** The words of a text to look in: lower case, without the marks between them. */
export function wordsIn(text: string): readonly string[] {
  return text.toLocaleLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? [];
}

/**
 * Whether each word that was typed begins a word of `text`. A number is meant whole: "port 3" does not find port 30.
 */
export function holdsWords(text: string, typed: readonly string[]): boolean {
  const words = wordsIn(text);
  return typed.every((word) => words.some((one) => (/^\d+$/.test(word) ? one === word : one.startsWith(word))));
}
