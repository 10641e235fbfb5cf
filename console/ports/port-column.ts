import type { ReactNode } from 'react';
import type { Field } from '../../model/schema/field.ts';
import type { TableObject } from '../../model/schema/object.ts';
import { isSaidInOthers } from '../../model/values/quantities.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Control } from '../controls/control.ts';
import { controlOf } from '../controls/control-of.ts';
import { isTwoValued } from '../controls/TickControl.tsx';
import { classNames } from '../elements/class-names.ts';
import { isNumeric } from '../table/column.ts';
import { findColumn, type PortRow } from './port-draft.ts';
import styles from './port-table.module.css';

/** A column of a port table as a page names it: just a field's name, or with its special properties. */
export interface PortColumn {
  readonly name: string;
  readonly title?: string;
  /** Drawn instead of the value; the column cannot be set then. */
  readonly draw?: (row: PortRow) => ReactNode;
  readonly control?: Control;
  /** Which of an enumeration's choices the port offers. */
  readonly choices?: (row: PortRow) => readonly number[] | undefined;
  /** Why the port's value cannot be set, in a sentence. */
  readonly unusable?: (row: PortRow) => string | undefined;
  /** Whether it is a figure, which is right-aligned. Default: by the field, for read-only ones. */
  readonly right?: boolean;
  /** False leaves the column out of the row "All". Default: columns of free text are left out. */
  readonly all?: boolean;
}

/** A column ready to be drawn. */
export interface DrawnColumn extends PortColumn {
  readonly key: string;
  readonly field: Field;
  readonly title: string;
  readonly unit?: string;
  readonly right: boolean;
  /** Undefined for what is only shown. */
  readonly control?: Control;
  readonly inAll: boolean;
}

/** Makes columns of what a page names, with titles in the shown language. */
export function drawnColumns(
  t: Translate,
  objects: readonly TableObject[],
  columns: readonly (string | PortColumn)[],
): readonly DrawnColumn[] {
  return columns.map((choice): DrawnColumn => {
    const given: PortColumn = typeof choice === 'string' ? { name: choice } : choice;
    const { field } = findColumn(objects, given.name);
    const settable = !given.draw && (field.access === 'rw' || field.access === 'wo');
    const { control, ...rest } = given;
    return {
      ...rest,
      key: given.name,
      field,
      title: t(given.title ?? field.label),
      ...(field.unit !== undefined && !isSaidInOthers(field.unit) && { unit: t(field.unit) }),
      right: given.right ?? (!settable && !given.draw && isNumeric(field)),
      ...(settable && { control: control ?? controlOf(field) }),
      inAll: settable && (given.all ?? !isFreeText(field)),
    };
  });
}

/** Words that differ from port to port, so that copying them makes no sense. */
function isFreeText({ limits }: Field): boolean {
  return !limits.choices && limits.min === undefined && limits.maxLength !== undefined;
}

/** How wide a control of the field is in a cell. */
export function widthOf(field: Field): string | undefined {
  const { limits } = field;
  if (isTwoValued(field)) return styles.tick;
  if (limits.choices) return styles.choice;
  if (typeof field.default !== 'number') return styles.words;
  if (limits.max !== undefined && limits.max > LONG) return styles.long;
  return classNames(styles.figure, limits.optional && styles.worded);
}

/** Figures above it have more digits than the usual box shows. */
const LONG = 9_999_999;
