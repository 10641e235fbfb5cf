/** Key of a code point's row in the form's fields. */
export function codePointKey(codePoint: number): string {
  return `DSCP ${codePoint}`;
}
