import { type ComponentType, createElement, type ReactNode } from 'react';
import type { Field, Fields } from '../../model/schema/field.ts';
import { compareText } from '../../model/schema/field.ts';
import type { RowOf, TableObject } from '../../model/schema/object.ts';
import { measuredText, valueText } from '../../model/schema/value-text.ts';
import { isSaidInOthers } from '../../model/values/quantities.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { StatusTag } from './StatusTag.tsx';

/** A column of a table kit's table, ready to be drawn. */
export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly unit?: string;
  /** Numbers are right-aligned. */
  readonly right: boolean;
  /** Left out where the card is narrower than the whole of such a table (1080 px), or than a tablet (800 px). */
  readonly spare?: Spare;
  /** The shown text; also the text for the filter. */
  readonly text: (row: Row) => string;
  /** Drawn instead of the text. */
  readonly draw?: (row: Row) => ReactNode;
  /** Undefined where sorting makes no sense. */
  readonly compare?: (a: Row, b: Row) => number;
  /** The field whose values it shows. */
  readonly field?: Field;
}

/** How little room it takes to leave a column out: what it shows is then to be found elsewhere, in the row's own view or another cell. */
export type Spare = 'first' | 'next';

/** A column as a page names it: a field's name, a field with another look, or something of the page's own. */
export type ColumnChoice<T extends TableObject> =
  | (keyof T['fields'] & string)
  | {
      readonly name: keyof T['fields'] & string;
      readonly title?: string;
      /** Default: by the field. */
      readonly right?: boolean;
      readonly spare?: Spare;
      readonly text?: (row: RowOf<T>) => string;
      readonly draw?: (row: RowOf<T>) => ReactNode;
    }
  | {
      readonly key: string;
      readonly title: string;
      /** A source text. */
      readonly unit?: string;
      readonly right?: boolean;
      readonly text: (row: RowOf<T>) => string;
      readonly draw?: (row: RowOf<T>) => ReactNode;
      /** Default: by the text; false where rows are not ordered by it. */
      readonly compare?: ((a: RowOf<T>, b: RowOf<T>) => number) | false;
    };

/** Makes columns of what a page names; every field where it names none. Titles in the shown language. */
export function columnsOf<T extends TableObject>(
  t: Translate,
  object: T,
  choices: readonly ColumnChoice<T>[] = Object.keys(object.fields),
): Column<RowOf<T>>[] {
  const fields: Fields = object.fields;
  return choices.map((choice): Column<RowOf<T>> => {
    if (typeof choice === 'object' && 'key' in choice) {
      const { text, compare = (a: RowOf<T>, b: RowOf<T>) => compareText(text(a), text(b)), ...rest } = choice;
      return {
        ...rest,
        text,
        title: t(choice.title),
        ...(choice.unit !== undefined && { unit: t(choice.unit) }),
        right: choice.right ?? false,
        ...(compare && { compare }),
      };
    }
    const given = typeof choice === 'object' ? choice : { name: choice };
    const field = fields[given.name];
    if (!field) throw new Error(`${object.name} has no column ${given.name}.`);
    const valueIn = (row: RowOf<T>) => (row as Values)[given.name];
    return {
      key: given.name,
      title: t(given.title ?? field.label),
      field,
      ...(field.unit !== undefined && !isSaidInOthers(field.unit) && { unit: t(field.unit) }),
      ...(given.spare && { spare: given.spare }),
      right: given.right ?? isNumeric(field),
      text: given.text ?? ((row) => (isSaidInOthers(field.unit) ? measuredText : valueText)(t, field, valueIn(row))),
      ...drawing(given.draw, field, valueIn),
      compare: (a, b) => field.compare(valueIn(a) ?? field.default, valueIn(b) ?? field.default),
    };
  });
}

/** How kinds of values are drawn in a cell if words are not enough; by the kind's name, like controls. */
const cells: Readonly<Record<string, ComponentType<{ readonly value: Value | undefined }>>> = { status: StatusTag };

function drawing<Row>(
  draw: ((row: Row) => ReactNode) | undefined,
  field: Field,
  valueIn: (row: Row) => Value | undefined,
): Pick<Column<Row>, 'draw'> {
  const Cell = cells[field.kind];
  if (draw) return { draw };
  return Cell ? { draw: (row) => createElement(Cell, { value: valueIn(row) }) } : {};
}

/** Whether the field's values are figures: numbers of which none has a name, and counters. */
export function isNumeric({ limits, show, default: usual }: Field<Value>): boolean {
  const values = [usual, ...(limits.max === undefined ? [] : [limits.max]), ...(limits.fixed ?? [])];
  return !limits.choices && values.every((value) => /^-?\d+(?:\.\d+)?$/.test(show(value)));
}

/** The label before each value of the column in a narrow window: "Interval (s)". */
export function headingOf({ title, unit }: { readonly title: string; readonly unit?: string }): string {
  return unit === undefined ? title : `${title} (${unit})`;
}
