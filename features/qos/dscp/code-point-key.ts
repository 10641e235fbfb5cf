/** What the form's fields call the row of a code point by. */
export function codePointKey(codePoint: number): string {
  return `DSCP ${codePoint}`;
}
