import type { ConfigurationDocument } from '../../cloud/fleet/differences.ts';
import type { SettingsChange } from '../../cloud/rollouts/settings-change.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** A setting that can be brought to other switches. */
export interface OfferedSetting {
  /** "system.sysLocation", or "dot1qVlanStaticEntry" for a whole table. */
  readonly name: string;
  readonly what: Message;
  readonly value: Message;
  /** The first word of the menu on the way to it. */
  readonly section: Message;
  /** It is not as it comes from the factory: another value than the field's default, or rows with one. */
  readonly isChanged: boolean;
}

/** Pages of what only one switch can have: its own addresses. */
const ownPages = /^\/System\/L3Feature\/IPv[46]Interface/;

/** By what a switch is called apart from others. */
const ownColumns: ReadonlySet<string> = new Set(['system.sysName', 'system.sysLocation']);

/**
 * The settings of a configuration that can be distributed to other switches, in the order declared, in words. Linear in
 * its size.
 */
export function offeredSettings(
  objects: readonly ObjectDeclaration[],
  { objects: parts }: ConfigurationDocument,
): readonly OfferedSetting[] {
  return objects.flatMap((object): OfferedSetting[] => {
    const part = parts[object.name];
    if (part === undefined || ownPages.test(object.page ?? '')) return [];
    const section = say(object.page?.split('/')[1] ?? '');
    if (isRows(part)) {
      const what = say('{{object}} (table)', { object: say(object.title) });
      const isChanged = object.shape === 'table' && part.some((row) => isChangedRow(object, row));
      return [{ name: object.name, what, value: say('Rows: {{count}}', { count: part.length }), section, isChanged }];
    }
    return Object.entries(part).flatMap(([column, value]) => {
      const name = `${object.name}.${column}`;
      const field = object.fields[column];
      if (!field || ownColumns.has(name)) return [];
      const what = say('{{column}} ({{object}})', { column: say(field.label), object: say(object.title) });
      const isChanged = value !== field.default;
      return [{ name, what, value: worded(field.show(value), value), section, isChanged }];
    });
  });
}

/** The change that brings these of a configuration's settings; undefined where one of the names is none that is offered. */
export function changeOf(
  objects: readonly ObjectDeclaration[],
  document: ConfigurationDocument,
  names: readonly string[],
  replaces: boolean,
): SettingsChange | undefined {
  const offered = new Set(offeredSettings(objects, document).map(({ name }) => name));
  const brought: Record<string, Record<string, Value> | Record<string, Value>[]> = {};
  for (const name of names) {
    if (!offered.has(name)) return undefined;
    const [object = '', column] = name.split('.');
    const part = document.objects[object];
    if (isRows(part)) brought[object] = part.map((row) => ({ ...row }));
    else if (part && column !== undefined) brought[object] = { ...brought[object], [column]: part[column] ?? '' };
  }
  return { objects: brought, replaces };
}

/** Whether a row of a table was added to those that the switch has anyway, or has another value than a default. */
function isChangedRow(object: TableObject, row: Values): boolean {
  if (!object.rows.fixed && !object.rows.builtIn?.(row)) return true;
  return Object.entries(object.fields).some(
    ([column, field]) => !Object.hasOwn(object.index, column) && column in row && row[column] !== field.default,
  );
}

function worded(shown: string, value: Value): Message {
  if (shown === '') return say('none');
  // Texts entered by users are not translated.
  return shown === String(value) ? say('{{value}}', { value }) : say(shown);
}

function isRows(part: Values | readonly Values[] | undefined): part is readonly Values[] {
  return Array.isArray(part);
}
