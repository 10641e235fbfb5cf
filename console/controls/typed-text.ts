/** Characters that common text may hold (specification section 5, "Input filters"). */
export const commonText = /[A-Za-z0-9~`!@#$%^&*.{}[\]() _+=-]/;

/** Digits, dot and minus: numeric inputs (specification section 5). */
export const numeric = /[0-9.-]/;

/** Digits, comma and hyphen: port strings and VLAN lists (specification section 5). */
export const ranges = /[0-9,-]/;

/** Digits, dot and slash: IPv4 inputs (specification section 5). */
export const ipv4Characters = /[0-9./]/;

/** Hex digits, hyphen and colon: MAC inputs (specification section 5). */
export const macCharacters = /[0-9A-Fa-f:-]/;

/** Hex digits, colon, slash, and the dot of an embedded IPv4 address: IPv6 inputs (specification section 5). */
export const ipv6Characters = /[0-9A-Fa-f:/.]/;

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
