/** Digits, dot and minus: numeric inputs (docs/specification/product.md 5). */
export const numeric = /[0-9.-]/;

/** The same for a number whose unit people know others for: "10M", "2 h". */
export const numericWithUnit = /[0-9./a-z -]/i;

/** The longest text of an input that says nothing else (docs/specification/product.md 5). */
export const defaultMaximumLength = 1024;

/** The part of typed or pasted text that an edit removed. */
export interface Removal {
  /** Each of the characters that the field may not contain, once. */
  readonly characters: readonly string[];
  /** The most that the field takes, where more was given. */
  readonly limit?: number;
}

/** The remaining text, and the position of the caret in it. */
export interface TypedText {
  readonly text: string;
  readonly caret: number;
  /** Undefined where nothing was lost. */
  readonly removal: Removal | undefined;
}

/**
 * Removes from `typed` every character that `allowed` (one character's pattern) does not match, and surplus ones: of
 * what was inserted before the caret, so that existing text is not lost.
 */
export function keepAllowed(
  typed: string,
  allowed: RegExp | undefined,
  maximumLength: number,
  caret: number,
): TypedText {
  const one = allowed && new RegExp(allowed.source, allowed.flags.replace(/[gy]/g, ''));
  const isKept = (character: string) => !one || one.test(character);
  const before = [...typed.slice(0, caret)].filter(isKept);
  const after = [...typed.slice(caret)].filter(isKept);
  const tooMany = Math.max(0, before.length + after.length - maximumLength);
  const head = before.slice(0, Math.max(0, before.length - tooMany));
  const text = [...head, ...after].slice(0, maximumLength).join('');
  const characters = [...new Set([...typed].filter((character) => !isKept(character)))];
  return {
    text,
    caret: head.join('').length,
    removal:
      characters.length === 0 && tooMany === 0
        ? undefined
        : { characters, ...(tooMany > 0 && { limit: maximumLength }) },
  };
}
