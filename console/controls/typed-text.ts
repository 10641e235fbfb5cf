/** Digits, dot and minus: numeric inputs (specification section 5). */
export const numeric = /[0-9.-]/;

/** The longest text of an input that says nothing else (specification section 5). */
export const defaultMaximumLength = 1024;

/** What is left of typed text, and where the caret stands in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
  /** Whether any character was removed because it may not stand here. */
  readonly removed: boolean;
}

/** Removes from `typed` every character that `allowed` (one character's pattern) does not match, and what is too long. */
export function keepAllowed(
  typed: string,
  allowed: RegExp | undefined,
  maximumLength: number,
  caret: number,
): TypedText {
  const one = allowed && new RegExp(allowed.source, allowed.flags.replace(/[gy]/g, ''));
  const keep = (text: string) => (one ? [...text].filter((character) => one.test(character)).join('') : text);
  const kept = keep(typed);
  const text = [...kept].slice(0, maximumLength).join('');
  return {
    text,
    caret: Math.min(keep(typed.slice(0, caret)).length, text.length),
    removed: kept.length < typed.length,
  };
}
