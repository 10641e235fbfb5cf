import { type Message, readMessage } from '../../model/values/message.ts';
import { jsonOf } from '../../protocols/cloud/wire.ts';
import type { Listed } from './listed.ts';
import type { SqlDatabase, SqlRow, SqlValue } from './sql.ts';

/** A text in a row; "" where there is none. */
export function textIn(row: SqlRow, column: string): string {
  return String(row[column] ?? '');
}

/** A number in a row, 0 where there is none: PostgreSQL gives large numbers as text. */
export function numberIn(row: SqlRow, column: string): number {
  return Number(row[column] ?? 0);
}

/** A `Message` that was kept as JSON; undefined for "". */
export function messageIn(row: SqlRow, column: string): Message | undefined {
  const text = textIn(row, column);
  return text === '' ? undefined : readMessage(jsonOf(text));
}

/** As `messageIn` reads it. */
export function keptMessage(message: Message | undefined): string {
  return message ? JSON.stringify(message) : '';
}

/** A text as it is searched: letters of every language small, and each written in one way. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** A pattern for folded texts with these words in them, whatever characters these are. */
export function like(search: string): string {
  return `%${folded(search).replace(/[!%_]/g, '!$&')}%`;
}

/** Source of the rows of one page: the FROM clause with its values, and the selection. */
export interface PageOfRows {
  readonly columns?: string;
  readonly from: string;
  readonly values: readonly SqlValue[];
  readonly order: string;
  readonly offset: number;
  readonly limit: number;
}

/** One page of rows, and how many there are on all pages. */
export async function listRows<Row>(
  database: SqlDatabase,
  { columns = '*', from, values, order, offset, limit }: PageOfRows,
  read: (row: SqlRow) => Row,
): Promise<Listed<Row>> {
  const [count] = await database.rows(`SELECT COUNT(*) AS total FROM ${from}`, values);
  const page = `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = await database.rows(page, [...values, limit, offset]);
  return { total: count ? numberIn(count, 'total') : 0, rows: rows.map(read) };
}
