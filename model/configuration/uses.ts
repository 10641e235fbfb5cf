import type { Hardware } from '../hardware/hardware.ts';
import type { Field, Naming } from '../schema/field.ts';
import { hasConfiguration, isConfigured, type ObjectDeclaration, rowKey, type TableObject } from '../schema/object.ts';
import { type Message, say } from '../values/message.ts';
import type { Value, Values } from '../wire/call.ts';
import { valueMessage } from './change.ts';
import { type Configuration, configuredDefaults } from './configuration.ts';
import { nameTogether, numberIn } from './names-of-rows.ts';
import { keysOf, rowsOf, userName } from './reference-rules.ts';

/** A place where something is used. */
export interface Use {
  /** The user: "VLAN 20", "access rule 1 of profile 3"; or what is set: "Port Control: Auto". */
  readonly what: Message;
  /** The path of the page where that is set. */
  readonly page: string;
}

/** What is used: a row of a table, and the numbers by which ports or VLANs are named where it is one. */
export interface Used {
  readonly target: TableObject;
  readonly row: Values;
  /** A member of a trunk is also used where its trunk is. */
  readonly numbers?: { readonly what: Naming['what']; readonly of: readonly number[] };
}

/** Settings of one row that are named; the page has the others. */
const SETTINGS = 4;

/**
 * Where a row is used, in the order of `objects`: by every column that refers to its table (`references`), by every value that names
 * its number, and by every row that bears its name and differs from what a new device has. Settings of its own page are none.
 */
export function usesOf(
  { target, row, numbers }: Used,
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  hardware: Hardware,
): readonly Use[] {
  const key = rowKey(target, row);
  const name = target.rowName(row);
  return objects.flatMap((object) => {
    const { page } = object;
    if (object.name === target.name || page === undefined || page === target.page || !hasConfiguration(object))
      return [];
    const usual = usualValues(object, hardware);
    const columns = (Object.entries(object.fields) as [string, Field][]).filter(([, field]) => isConfigured(field));
    const referring = columns.flatMap(([column, { references }]) =>
      references?.table.name === target.name ? [{ references, names: keysOf(object, column, target, references) }] : [],
    );
    const naming = columns.filter(([, field]) => numbers && field.names?.what === numbers.what);
    const found = rowsOf(object, configuration).flatMap((one): Message[] => {
      const referrer = referring.find(({ names }) => names(one).some(([named]) => named === key));
      if (referrer) return [userName(object, one, referrer.references)];
      const was = usual(one);
      // What a new device names already was not set.
      const isNamed = ([column, { names }]: [string, Field]) =>
        namesOne(names, one[column], numbers?.of) && !namesOne(names, was?.[column], numbers?.of);
      if (naming.some(isNamed)) return [userName(object, one, undefined)];
      if (object.shape === 'group' || !bears(object.rowName(one), name)) return [];
      const settings = columns.filter(
        ([column]) => !Object.hasOwn(object.index, column) && one[column] !== was?.[column],
      );
      return settings.length === 0 ? [] : [settingsOf(settings.slice(0, SETTINGS), one)];
    });
    return together(found).map((what) => ({ what, page }));
  });
}

function namesOne(names: Naming | undefined, value: Value | undefined, numbers: readonly number[] = []): boolean {
  return names !== undefined && value !== undefined && names.of(value).some((number) => numbers.includes(number));
}

/** The values of each row of a new device; undefined for a row that it does not have. */
function usualValues(object: ObjectDeclaration, hardware: Hardware): (row: Values) => Values | undefined {
  const defaults = configuredDefaults(object);
  if (object.shape === 'group') {
    const usual = { ...defaults, ...object.factory?.(hardware) } as Values;
    return () => usual;
  }
  const made = new Map(
    (object.factory?.(hardware) ?? []).map((row) => [rowKey(object, row as Values), { ...defaults, ...row } as Values]),
  );
  return (row) =>
    made.get(rowKey(object, row)) ?? (object.rows.fixed ? { ...defaults, ...indexColumns(object, row) } : undefined);
}

function indexColumns(object: TableObject, row: Values): Values {
  return Object.fromEntries(Object.keys(object.index).map((column) => [column, row[column] ?? '']));
}

/** Whether a row is called as another one: "port 3", or "source port 3". */
function bears(own: Message, name: Message): boolean {
  const isCalled = own.text === name.text || own.text.endsWith(` ${name.text}`);
  return isCalled && JSON.stringify(own.values) === JSON.stringify(name.values);
}

/** What is set: "Port Control: Auto, Guest VLAN: 20". */
function settingsOf(settings: readonly (readonly [string, Field])[], row: Values): Message {
  const said = settings.map(([column, field]) => {
    const label = say(field.label);
    if (field.access === 'wo') return say('{{what}} changed', { what: label });
    return say('{{field}}: {{value}}', { field: label, value: valueMessage(field, row[column]) });
  });
  return say('{{value}}', { value: said });
}

/** One name for rows that only their numbers distinguish. */
function together(names: readonly Message[]): readonly Message[] {
  const groups = new Map<string, { readonly first: Message; readonly numbers: number[] }>();
  for (const name of names) {
    const number = numberIn(name);
    const key = number === undefined ? JSON.stringify(name) : name.text;
    const group = groups.get(key) ?? { first: name, numbers: [] };
    if (number !== undefined) group.numbers.push(number);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, numbers }) => nameTogether(first, numbers));
}
