/**
 * Where a spreadsheet would begin a formula: at the beginning of a cell, and behind what it may be set to take for the end of one
 * (";" in many countries). Wide forms of the signs count, too.
 */
const FORMULA = /(^|[;,|\t\r\n"])(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/**
 * A cell of a table for spreadsheets (RFC 4180). What one would take for a formula becomes text: names come from stations that no one
 * vouches for.
 */
export function csvCell(text: string): string {
  const plain = text.replaceAll(FORMULA, "$1$2'");
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
