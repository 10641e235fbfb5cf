/** Begins a sealed secret as a word of a line, in place of the sign that begins it on flash and that nobody can type. */
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
