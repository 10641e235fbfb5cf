import { isConfigured, type ObjectDeclaration, type TableObject } from '../schema/object.ts';
import { valueText } from '../schema/value-text.ts';
import { wordsOf } from '../values/message.ts';
import { asWritten, type Translate } from '../values/translate.ts';
import type { Value, Values } from '../wire/call.ts';
import type { Configuration } from './configuration.ts';
import { isDependentDefault } from './dependent-rows.ts';

/** One difference between two configurations: a value of a group, or a value, the coming or the going of a row. */
export interface Change {
  readonly object: ObjectDeclaration;
  readonly kind: 'value' | 'rowAdded' | 'rowRemoved';
  /** The row's values (after the change, or before its removal); undefined for a group. */
  readonly row?: Values;
  /** The changed column; undefined where a whole row came or went. */
  readonly column?: string;
  readonly from?: Value;
  readonly to?: Value;
}

/** The changes that lead from `before` to `after`, object by object in the order given, rows in index order. */
export function changesBetween(
  objects: readonly ObjectDeclaration[],
  before: Configuration,
  after: Configuration,
): Change[] {
  return objects.flatMap((object) => {
    if (before.part(object) === after.part(object)) return [];
    return object.shape === 'group'
      ? valueChanges(object, before.group(object) as Values, after.group(object) as Values)
      : rowChanges(object, before, after);
  });
}

function rowChanges(object: TableObject, before: Configuration, after: Configuration): Change[] {
  const old = before.rowMap(object) as ReadonlyMap<string, Values>;
  const now = after.rowMap(object) as ReadonlyMap<string, Values>;
  const changes: Change[] = [];
  for (const [key, row] of old) if (!now.has(key)) changes.push({ object, kind: 'rowRemoved', row });
  for (const [key, row] of now) {
    const present = old.get(key);
    if (!present) changes.push({ object, kind: 'rowAdded', row });
    else if (present !== row) changes.push(...valueChanges(object, present, row, row));
  }
  return changes;
}

function valueChanges(object: ObjectDeclaration, before: Values, after: Values, row?: Values): Change[] {
  return Object.entries(object.fields).flatMap(([column, field]) => {
    const from = before[column];
    const to = after[column];
    return !isConfigured(field) || from === to
      ? []
      : [{ object, kind: 'value', column, from, to, ...(row && { row }) } as Change];
  });
}

/** Whether a row came or went only because what it follows from did: it says nothing of its own. */
export function isConsequence({ object, kind, row }: Change): boolean {
  return kind !== 'value' && row !== undefined && isDependentDefault(object, row);
}

/** A change in words: what, from, to. `from` and `to` are empty for what came or went whole, and for secrets. */
export interface ChangeWords {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/** Says a change in words: "Priority of MST instance 3", "32768", "4096"; in English where no `t` is given. */
export function describeChange(change: Change, t: Translate = asWritten): ChangeWords {
  const { object, column, row } = change;
  const name = object.shape === 'table' && row ? wordsOf(object.rowName(row), t) : t(object.title);
  if (change.kind === 'rowAdded') return { what: t('{{name}} added', { name }), from: '', to: '' };
  if (change.kind === 'rowRemoved') return { what: t('{{name}} removed', { name }), from: '', to: '' };
  const field = column === undefined ? undefined : object.fields[column];
  if (!field) return { what: name, from: '', to: '' };
  const label = t(field.label);
  const what = object.shape === 'table' ? t('{{field}} of {{name}}', { field: label, name }) : `${name}: ${label}`;
  if (field.access === 'wo') return { what: t('{{what}} changed', { what }), from: '', to: '' };
  const words = (value: Value | undefined) => {
    const shown = valueText(t, field, value);
    return shown === '' ? t('(empty)') : field.unit ? `${shown} ${t(field.unit)}` : shown;
  };
  return { what, from: words(change.from), to: words(change.to) };
}
