import { expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

it.each([
  ['printer-10', 'printer-10'],
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', " '@SUM(A1)"],
  ['\uFF1D1', "'\uFF1D1"],
  // Spreadsheets of many countries end cells with semicolons, within quotes that do not begin the cell, too.
  ['tv;=HYPERLINK("x")', '"tv;\'=HYPERLINK(""x"")"'],
  ['tv|-1,+2', '"tv|\'-1,\'+2"'],
])('%s is no formula in any spreadsheet: %s', (name, cell) => {
  expect(csvCell(name)).toBe(cell);
});
