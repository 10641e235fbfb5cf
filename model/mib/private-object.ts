import type { Field } from '../schema/field.ts';
import type { ObjectDeclaration, TableObject } from '../schema/object.ts';
import { mibValueOf } from './column.ts';
import { privateColumns, ROW_STATUS } from './instance.ts';
import { choiceNames, syntaxClause } from './module-syntax.ts';
import { capital, small, words } from './smi-text.ts';

/** Index columns that are only in the instance have numbers from here on, which no registered column reaches. */
const BESIDE = 1000;

/** One OBJECT-TYPE of a table or group. */
export interface Column {
  readonly descriptor: string;
  readonly number: number;
  readonly syntax: string;
  readonly access: 'not-accessible' | 'read-only' | 'read-write' | 'read-create';
  readonly description: string;
  readonly unit?: string | undefined;
  readonly initial?: string | undefined;
}

/** An object with the columns that no standard has. */
export interface PrivateObject {
  readonly object: ObjectDeclaration;
  /** "Fp" and the object's name without "Entry". */
  readonly base: string;
  readonly number: number;
  readonly columns: readonly Column[];
}

/** The object as the private MIB has it; none where a standard has all of it. */
export function privateObject(object: ObjectDeclaration): readonly PrivateObject[] {
  const { number, columns: numbered } = object.privateMib ?? { number: 0, columns: [] };
  const base = `Fp${capital(object.name.replace(/Entry$/, ''))}`;
  const names = privateColumns(object).filter((name) => numbered.includes(name));
  if (names.length === 0) return [];
  const opens = object.shape === 'table' && names.includes(ROW_STATUS);
  const columns = names.map((name): Column => {
    const described = { descriptor: descriptorOf(base, name), number: numbered.indexOf(name) + 1 };
    const field = object.fields[name];
    if (!field) return { ...described, ...rowStatus };
    const isIndex = object.shape === 'table' && Object.hasOwn(object.index, name);
    return { ...described, ...columnOf(field, isIndex, opens) };
  });
  const beside = object.shape === 'table' ? indexBeside(object, base, names) : [];
  return [{ object, base, number, columns: [...columns, ...beside].sort((a, b) => a.number - b.number) }];
}

const rowStatus = {
  syntax: 'RowStatus',
  access: 'read-create',
  description: 'Makes the row with createAndGo(4), deletes it with destroy(6).',
} as const;

function columnOf(field: Field, isIndex: boolean, opens: boolean): Omit<Column, 'descriptor' | 'number'> {
  const changes = opens ? 'read-create' : 'read-write';
  const isAnswered = isIndex || field.access === 'ro';
  return {
    syntax: syntaxClause(field, isIndex),
    access: isAnswered ? 'read-only' : changes,
    description: words(
      `${field.label}.`,
      field.help,
      field.limits.step && field.limits.step > 1 ? `A multiple of ${field.limits.step}.` : undefined,
      field.access === 'wo' ? 'It can be set, and is read as no octets.' : undefined,
      field.access === 'action' ? 'Setting it makes the switch act; the value is not kept.' : undefined,
      field.access === 'create' ? 'It can be set while its row is made.' : undefined,
    ),
    unit: field.unit,
    initial: isAnswered || !opens || field.access === 'action' ? undefined : initialValue(field),
  };
}

/** The value of a fresh row, where it can be written down. */
function initialValue(field: Field): string | undefined {
  const value = mibValueOf(field, field.default);
  if (typeof value !== 'number' || !field.read(field.default).ok) return undefined;
  if (field.kind === 'truth' && !field.mib?.values) return value === 1 ? 'true' : 'false';
  if (field.limits.choices) return choiceNames(field).find((choice) => choice.value === value)?.name;
  return field.limits.min === undefined ? undefined : String(value);
}

/** The parts of an index that are no columns of ours: a standard has their names, or they are always the same. */
function indexBeside(object: TableObject, base: string, own: readonly string[]): readonly Column[] {
  return indexOf(object).flatMap((part, at): Column[] => {
    if (typeof part === 'string' && own.includes(part)) return [];
    const field = typeof part === 'string' ? object.index[part] : undefined;
    return [
      {
        descriptor: indexDescriptor(base, part, at),
        number: BESIDE + at + 1,
        syntax: field ? syntaxClause(field, true) : `Integer32 (${part})`,
        access: 'not-accessible',
        description: field
          ? words(`${field.label}.`, field.help, 'As in the table of the standard.')
          : 'Always the same: the switch has one of what the standard numbers here.',
      },
    ];
  });
}

/** The parts of a table's index: names of columns, and numbers that are always the same. */
export function indexOf(object: TableObject): readonly (string | number)[] {
  return object.mib?.index ?? Object.keys(object.index);
}

/** The descriptor of a part of the index. */
export function indexDescriptor(base: string, part: string | number, at: number): string {
  return typeof part === 'string' ? descriptorOf(base, part) : `${small(base)}Index${at + 1}`;
}

/** A column's descriptor: the object's name before its own, said once where the column's begins with it. */
export function descriptorOf(base: string, column: string): string {
  const own = capital(column);
  return `Fp${own}`.startsWith(base) ? `fp${own}` : `${small(base)}${own}`;
}
