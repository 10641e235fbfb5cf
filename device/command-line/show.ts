import { breath } from '../../datapath/breath.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Caller, Management } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { groupLines, safeJson, tableLines } from './answer-text.ts';
import type { Filter, Shown } from './command.ts';
import { holdsOne } from './line-pattern.ts';

/** The lines that show these objects, read one after the other as they are asked for. Rejects with a `Refusal`. */
export async function* shownLines(
  shown: readonly Shown[],
  management: Management,
  caller: Caller,
  width: number,
): AsyncGenerator<string> {
  let page = '';
  let isFirst = true;
  for (const one of shown) {
    const { object, path } = one;
    const values = await valuesOf(one, management, caller);
    const isEmpty = Array.isArray(values) && values.length === 0;
    if (!isFirst) yield '';
    isFirst = false;
    if (shown.length > 1 && page !== path.join(' ')) {
      page = path.join(' ');
      yield `[${page}]`;
    }
    yield isEmpty ? `${object.title}: none` : object.title;
    if (object.shape === 'table' && isRows(values)) yield* tableLines(object, values, width);
    else if (!isRows(values)) yield* groupLines(object, values);
    await breath();
  }
}

/** The same as JSON: an object with a member for each declared object, by the names that calls use; one line each. */
export async function* jsonLines(
  shown: readonly Shown[],
  management: Management,
  caller: Caller,
): AsyncGenerator<string> {
  yield '{';
  for (const [at, one] of shown.entries()) {
    const values = await valuesOf(one, management, caller);
    const name = safeJson(one.object.name);
    const comma = at < shown.length - 1 ? ',' : '';
    if (isRows(values)) {
      yield `  ${name}: [`;
      for (const [row, value] of values.entries()) yield `    ${safeJson(value)}${row < values.length - 1 ? ',' : ''}`;
      yield `  ]${comma}`;
    } else {
      yield `  ${name}: ${safeJson(values)}${comma}`;
    }
    await breath();
  }
  yield '}';
}

/** The lines that a filter lets through; `json` is none of the lines' matter. */
export async function* filtered(lines: AsyncIterable<string>, filter: Filter | undefined): AsyncGenerator<string> {
  let count = 0;
  const patterns = filter && 'patterns' in filter ? filter.patterns : [];
  /** A section, or the rest of the answer, goes on. */
  let isWithin = false;
  for await (const line of lines) {
    count += 1;
    if (filter?.kind === 'count') continue;
    const holds = holdsOne(line, patterns);
    if (filter?.kind === 'section') isWithin = holds || (isWithin && /^\s/.test(line));
    if (filter?.kind === 'begin') isWithin ||= holds;
    if (filter?.kind === 'include' && !holds) continue;
    if (filter?.kind === 'exclude' && holds) continue;
    if ((filter?.kind === 'section' || filter?.kind === 'begin') && !isWithin) continue;
    yield line;
  }
  if (filter?.kind === 'count') yield String(count);
}

async function valuesOf(
  { object, query, among }: Shown,
  management: Management,
  caller: Caller,
): Promise<Values | readonly Values[]> {
  const values = await readAsked(object, query, management, caller);
  if (!isRows(values) || !among) return values;
  return values.filter((row) => among.numbers.has(Number(row[among.column])));
}

/** Of several tables with the same rows, one may lack the row that is asked for. */
async function readAsked(
  object: ObjectDeclaration,
  query: Values,
  management: Management,
  caller: Caller,
): Promise<Values | readonly Values[]> {
  try {
    return await management.read(object, query, caller);
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.noSuchName && Object.keys(query).length > 0) return [];
    throw error;
  }
}

function isRows(values: Values | readonly Values[]): values is readonly Values[] {
  return Array.isArray(values);
}
