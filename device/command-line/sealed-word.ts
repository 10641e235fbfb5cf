/** Marks an encrypted secret as a word of a line, instead of the mark on flash, which cannot be typed. */
const WORD = 'sealed:';
const SEALED = '\u0001';

/** A secret that was sealed by the switch's key, as a word of a line. */
export function sealedWord(sealed: string): string {
  return WORD + sealed.slice(SEALED.length);
}

/** What a word was made of by `sealedWord`; undefined where it is another one. */
export function sealedOfWord(word: string): string | undefined {
  return word.startsWith(WORD) ? SEALED + word.slice(WORD.length) : undefined;
}
