import type { Field } from '../../model/schema/field.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** A configuration as cloud and switch hand it to each other: values by object and column. */
export interface ConfigurationDocument {
  readonly objects: Readonly<Record<string, Values | readonly Values[]>>;
}

/** One line of a comparison: what differs, and what it is in each of the configurations; undefined where one says nothing of it. */
export interface Difference {
  readonly what: Message;
  readonly values: readonly (Message | undefined)[];
}

/**
 * Differences between configurations, in words, by their objects in the order declared; an undefined configuration is
 * unknown, and differs from none. Undeclared objects and columns are called by their names. Linear in the sizes.
 */
export function differencesBetween(
  objects: readonly ObjectDeclaration[],
  documents: readonly (ConfigurationDocument | undefined)[],
): readonly Difference[] {
  const declared = new Map(objects.map((object) => [object.name, object]));
  const named = new Set(documents.flatMap((document) => Object.keys(document?.objects ?? {})));
  const ordered = [
    ...objects.map(({ name }) => name).filter((name) => named.has(name)),
    ...[...named].filter((name) => !declared.has(name)),
  ];
  return ordered.flatMap((name) => {
    const parts = documents.map((document) => ownOf(document?.objects, name));
    const object = declared.get(name);
    if (parts.some(isRows)) return object?.shape === 'table' ? rowDifferences(object, parts) : [];
    const values = parts.map((part) => (isRows(part) ? undefined : part));
    return columnDifferences(object, values, (column) =>
      say('{{column}} ({{object}})', { column, object: say(object?.title ?? name) }),
    );
  });
}

/** Lines for the columns that differ; a line is for those that say something of it, and needs two of them. */
function columnDifferences(
  object: ObjectDeclaration | undefined,
  values: readonly (Values | undefined)[],
  what: (column: Message) => Message,
): Difference[] {
  const columns = new Set(values.flatMap((each) => Object.keys(each ?? {})));
  return [...columns].flatMap((column) => {
    const each = values.map((one) => ownOf(one, column));
    const known = each.filter((value) => value !== undefined);
    if (known.length < 2 || known.every((value) => value === known[0])) return [];
    const field = ownOf(object?.fields, column);
    return [{ what: what(say(field?.label ?? column)), values: each.map((value) => wordsFor(field, value)) }];
  });
}

function rowDifferences(object: TableObject, parts: readonly (Values | readonly Values[] | undefined)[]): Difference[] {
  const tables = parts.map((part) =>
    isRows(part) ? new Map(part.map((row) => [rowKey(object, row), row])) : undefined,
  );
  const keys = new Set(tables.flatMap((rows) => [...(rows?.keys() ?? [])]));
  return [...keys].flatMap((key) => {
    const rows = tables.map((table) => table?.get(key));
    const [row] = rows.filter((one) => one !== undefined);
    if (!row) return [];
    const name = object.rowName(row);
    // Some have the row and others do not: that says it all.
    if (tables.some((table) => table && !table.has(key))) {
      // Rows that follow from another table's row are listed there.
      if (object.rows.of) return [];
      const words = (table: ReadonlyMap<string, Values> | undefined) =>
        table && (table.has(key) ? say('there') : say('not there'));
      return [{ what: name, values: tables.map(words) }];
    }
    return columnDifferences(object, rows, (column) => say('{{column}} of {{row}}', { column, row: name }));
  });
}

function wordsFor(field: Field | undefined, value: Value | undefined): Message | undefined {
  if (value === undefined) return undefined;
  if (value === '') return say('none');
  const shown = field?.show(value) ?? String(value);
  // Texts entered by users are not translated.
  return shown === String(value) ? say('{{value}}', { value }) : say(shown);
}

/** The property under a name that came from a switch; never an inherited one. */
function ownOf<Held>(from: Readonly<Record<string, Held>> | undefined, name: string): Held | undefined {
  return from && Object.hasOwn(from, name) ? from[name] : undefined;
}

function isRows(part: Values | readonly Values[] | undefined): part is readonly Values[] {
  return Array.isArray(part);
}

/** A document that was kept as JSON text; undefined for what is none. */
export function readDocument(text: string | undefined): ConfigurationDocument | undefined {
  if (text === undefined) return undefined;
  const json: unknown = JSON.parse(text);
  // The stored text was read strictly when it came from the switch.
  return isRecord(json) && isRecord(json.objects) ? (json as unknown as ConfigurationDocument) : undefined;
}
