/** Marks an encrypted secret as a word of a line, instead of the mark on flash, which cannot be typed. */
const WORD = 'sealed:';
const SEALED = '\u0001';

/** A secret that was sealed by the switch's key, as a word of a line. */
export function sealedWord(sealed: string): string {
  return WORD + sealed.slice(SEALED.length);
}

/** The secret in a word of `sealedWord`; undefined for any other word. */
export function sealedOfWord(word: string): string | undefined {
  return word.startsWith(WORD) ? SEALED + word.slice(WORD.length) : undefined;
}
