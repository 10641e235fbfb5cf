import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** Columns that carry another column once more, for a reader who words it himself. */
const isForPrograms = (name: string) => name.endsWith('Said');

/**
 * Control characters that a terminal would obey, and those that change the text direction: names of neighbors may
 * contain any.
 */
const unfit = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Text from outside as a terminal can be given it. */
export function fitForTerminal(text: string): string {
  return text.replaceAll(unfit, '·');
}

/** A value as it is shown, with its unit. */
function shownValue(field: Field, value: Value | undefined): string {
  if (value === undefined || field.access === 'wo') return '';
  const shown = fitForTerminal(field.show(value));
  return field.unit !== undefined && /\d/.test(shown) ? `${shown} ${field.unit}` : shown;
}

/** The columns of an object that have something to say to a person. */
function shownFields(object: ObjectDeclaration): readonly (readonly [string, Field])[] {
  return Object.entries(object.fields).filter(
    ([name, { access }]) => access !== 'action' && access !== 'wo' && !isForPrograms(name),
  );
}

/** A group: a line for each value. */
export function* groupLines(object: ObjectDeclaration, values: Values): Generator<string> {
  const fields = shownFields(object).filter(([name]) => values[name] !== undefined);
  const width = Math.max(0, ...fields.map(([, { label }]) => label.length));
  for (const [name, field] of fields)
    yield `  ${field.label.padEnd(width)}  ${shownValue(field, values[name])}`.trimEnd();
}

/**
 * A table: its columns side by side where a line of `width` signs holds them, and otherwise a paragraph for each row. Lines
 * are made one by one, so that a large table is never in memory as text.
 */
export function* tableLines(object: TableObject, rows: readonly Values[], width: number): Generator<string> {
  const fields = shownFields(object);
  const widths = fields.map(([name, field]) =>
    rows.reduce((widest, row) => Math.max(widest, shownValue(field, row[name]).length), field.label.length),
  );
  const whole = widths.reduce((sum, one) => sum + one + 2, 0);
  if (whole > width) {
    yield* paragraphs(object, rows);
    return;
  }
  const line = (texts: readonly string[]) =>
    `  ${texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  yield line(fields.map(([, { label }]) => label));
  yield line(widths.map((one) => '-'.repeat(one)));
  for (const row of rows) yield line(fields.map(([name, field]) => shownValue(field, row[name])));
}

function* paragraphs(object: TableObject, rows: readonly Values[]): Generator<string> {
  let isFirst = true;
  for (const row of rows) {
    if (!isFirst) yield '';
    isFirst = false;
    yield* groupLines(object, row);
  }
}

/** A value as JSON text on one line that no terminal obeys. */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.replaceAll(unfit, (sign) =>
    [...Array(sign.length).keys()].map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
