/** How many code points there are (RFC 2474 3). */
export const CODE_POINTS = 64;

/** Voice (RFC 3246), and voice that was admitted (RFC 5865). */
const NAMED: Readonly<Record<number, string>> = { 44: 'VA', 46: 'EF' };

/** Name of a code point: class selectors of RFC 2474, assured forwarding of RFC 2597; "" for one without a name. */
export function nameOfCodePoint(codePoint: number): string {
  const [group, rest] = [codePoint >>> 3, codePoint & 7];
  const named = NAMED[codePoint];
  if (named !== undefined) return named;
  if (rest === 0) return `CS${group}`;
  const isAssured = group >= 1 && group <= 4 && rest % 2 === 0;
  return isAssured ? `AF${group}${rest / 2}` : '';
}
