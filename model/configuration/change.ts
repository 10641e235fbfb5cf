import type { Field } from '../schema/field.ts';
import { compareRows, isConfigured, type ObjectDeclaration, rowKey, type TableObject } from '../schema/object.ts';
import type { ChangedPlace } from '../schema/telling.ts';
import type { ChangeMessage } from '../values/change-message.ts';
import { type Message, readMessage, say, wordsOf } from '../values/message.ts';
import { changedKeys } from '../values/overlaid-map.ts';
import { quantityMessage } from '../values/quantities.ts';
import type { Translate } from '../values/translate.ts';
import type { Value, Values } from '../wire/call.ts';
import type { Configuration } from './configuration.ts';

/**
 * One difference between two configurations: a value of a group, or a value, the coming or the going of a row. The row is as
 * it is after the change, or was before its removal; undefined for a group.
 */
export interface Change extends ChangedPlace {
  readonly object: ObjectDeclaration;
}

/** The changes that lead from `before` to `after`, object by object in the order given, rows in index order. */
export function changesBetween(
  objects: readonly ObjectDeclaration[],
  before: Configuration,
  after: Configuration,
): Change[] {
  return objects.flatMap((object) => {
    if (before.sharesPart(object, after)) return none;
    return object.shape === 'group'
      ? valueChanges(object, before.group(object) as Values, after.group(object) as Values)
      : rowChanges(object, before, after);
  });
}

const none: readonly Change[] = [];

function rowChanges(object: TableObject, before: Configuration, after: Configuration): Change[] {
  const old = before.rowMap(object) as ReadonlyMap<string, Values>;
  const now = after.rowMap(object) as ReadonlyMap<string, Values>;
  const differing = changedKeys(old, now);
  if (differing) {
    const rows = differing.map((key) => now.get(key)).filter((row) => row !== undefined);
    return differingRows(object, rows, (row) => old.get(rowKey(object, row)));
  }
  const changes: Change[] = [];
  // `forEach` makes no pair of each of thousands of rows that stayed as they were.
  old.forEach((row, key) => {
    if (!now.has(key)) changes.push({ object, kind: 'rowRemoved', row });
  });
  now.forEach((row, key) => {
    const present = old.get(key);
    if (!present) changes.push({ object, kind: 'rowAdded', row });
    else if (present !== row) changes.push(...valueChanges(object, present, row, row));
  });
  return changes;
}

/** Changes of existing rows. */
function differingRows(
  object: TableObject,
  rows: readonly Values[],
  former: (row: Values) => Values | undefined,
): Change[] {
  return rows
    .toSorted((a, b) => compareRows(object, a, b))
    .flatMap((row) => {
      const present = former(row);
      return present && present !== row ? valueChanges(object, present, row, row) : [];
    });
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

/** A change in words: what, from, to. `from` and `to` are empty for what came or went whole, and for secrets. */
export interface ChangeWords {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The message about a change: "Priority of MST instance 3", "32768", "4096". `name` is the name of the row or group, or
 * the common name of several rows with the same change.
 */
export function changeMessage({ object, kind, column, from, to }: Change, name: Message): ChangeMessage {
  if (kind === 'rowAdded') return { what: say('{{name}} added', { name }) };
  if (kind === 'rowRemoved') return { what: say('{{name}} removed', { name }) };
  const field = column === undefined ? undefined : object.fields[column];
  if (!field) return { what: name };
  const label = say(field.label);
  const what =
    object.shape === 'table'
      ? say('{{field}} of {{name}}', { field: label, name })
      : say('{{name}}: {{field}}', { name, field: label });
  if (field.access === 'wo') return { what: say('{{what}} changed', { what }) };
  return { what, from: valueMessage(field, from), to: valueMessage(field, to) };
}

/** Name of the changed row or group. */
export function nameOf({ object, row }: Change): Message {
  return object.shape === 'table' && row ? object.rowName(row) : say(object.title);
}

/** A value with its unit. Texts entered by users are not translated; words that the field made of them are. */
export function valueMessage(field: Field, value: Value | undefined): Message {
  const shown = value === undefined ? '' : field.show(value);
  if (shown === '') return say('(empty)');
  const spoken = typeof value === 'number' && shown === String(value) ? quantityMessage(value, field.unit) : undefined;
  if (spoken) return spoken;
  const words = shown === String(value) ? shown : say(shown);
  // Words in a number's place have no unit: "never".
  return field.unit && /\d/.test(shown)
    ? say('{{value}} {{unit}}', { value: words, unit: say(field.unit) })
    : say('{{value}}', { value: words });
}

/** The words of what is to be said of a change. */
export function changeWords({ what, from, to }: ChangeMessage, t: Translate): ChangeWords {
  return { what: wordsOf(what, t), from: from ? wordsOf(from, t) : '', to: to ? wordsOf(to, t) : '' };
}

/** Reads what is to be said of a change out of its JSON text; undefined where the text is none. */
export function readChangeMessage(text: string): ChangeMessage | undefined {
  let json: Readonly<Record<string, unknown>>;
  try {
    json = Object(JSON.parse(text));
  } catch {
    return undefined;
  }
  const [what, from, to] = [json.what, json.from, json.to].map((part) => readMessage(part));
  return what && { what, ...(from && { from }), ...(to && { to }) };
}
