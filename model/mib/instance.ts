import { hasConfiguration, type ObjectDeclaration, type TableObject } from '../schema/object.ts';
import type { MibValue } from '../smi/syntax.ts';
import type { Value, Values } from '../wire/call.ts';
import { mibValueOf, readMibValue, syntaxOf } from './column.ts';

/** Root of the private MIB: the enterprise number for examples (RFC 5612), until the project has one of its own. */
export const PRIVATE_ROOT = '1.3.6.1.4.1.32473.1';

/** The name of RowStatus in the private MIB. */
export const ROW_STATUS = 'RowStatus';

/** The object identifier of a column, without the instance; undefined where neither a standard nor the private MIB has one. */
export function columnOid(object: ObjectDeclaration, column: string): string | undefined {
  const own = object.fields[column]?.mib?.column;
  if (typeof own === 'string') return own;
  if (own !== undefined) return object.oid === undefined ? undefined : `${object.oid}.${own}`;
  return privateOid(object, column);
}

/** The object identifier of RowStatus or EntryStatus; undefined for a table whose rows are neither made nor deleted. */
export function rowStatusOid(object: TableObject): string | undefined {
  const own = object.mib?.rowStatus ?? object.mib?.entryStatus;
  if (own !== undefined) return `${object.oid}.${own}`;
  return privateOid(object, ROW_STATUS);
}

/** Below the object's number 1 for its entry, then the column's number. */
function privateOid({ privateMib }: ObjectDeclaration, column: string): string | undefined {
  const place = privateMib?.columns.indexOf(column) ?? -1;
  return privateMib && place >= 0 ? `${PRIVATE_ROOT}.${privateMib.number}.1.${place + 1}` : undefined;
}

/** The mark behind the name of a column whose number in the private MIB is not used any more. */
const RETIRED = ' retired';

/**
 * The names that the private MIB owes an object: its columns without a standard one, and RowStatus where rows come and go.
 * A column that is still there and whose number is retired is read elsewhere: in the instance, or in a standard's table.
 */
export function privateColumns(object: ObjectDeclaration): readonly string[] {
  // Index columns of a standard's table are not columns of their own: they are in the instance.
  const index = object.shape === 'table' && object.oid !== undefined ? object.index : {};
  const retired = retiredColumns(object);
  const columns = Object.entries(object.fields).flatMap(([column, field]) =>
    field.mib || Object.hasOwn(index, column) || retired.includes(column) ? [] : [column],
  );
  const open =
    object.shape === 'table' &&
    !object.rows.fixed &&
    hasConfiguration(object) &&
    object.mib?.rowStatus === undefined &&
    object.mib?.entryStatus === undefined;
  return open ? [...columns, ROW_STATUS] : columns;
}

/** The columns of an object whose numbers in the private MIB are retired, whether the object still has them or not. */
export function retiredColumns({ privateMib }: ObjectDeclaration): readonly string[] {
  return (privateMib?.columns ?? []).flatMap((name) =>
    name.endsWith(RETIRED) ? [name.slice(0, -RETIRED.length)] : [],
  );
}

/** The parts of a table's index in the MIB, constants among them. */
function indexParts(object: TableObject): readonly (string | number)[] {
  return object.mib?.index ?? Object.keys(object.index);
}

/** The arcs that name a row after a column's identifier (RFC 2578 7.7); [0] for a group. */
export function instanceOf(object: ObjectDeclaration, row: Values): readonly number[] {
  if (object.shape === 'group') return [0];
  const parts = indexParts(object);
  return parts.flatMap((part, at) => {
    if (typeof part === 'number') return [part];
    const field = object.index[part];
    if (!field) return [];
    const arcs = arcsOf(mibValueOf(field, row[part] ?? field.default), syntaxOf(field).length);
    return object.mib?.isImplied && at === parts.length - 1 ? arcs.slice(1) : arcs;
  });
}

function arcsOf(value: MibValue, length: number | undefined): readonly number[] {
  if (value instanceof Uint8Array) return value.length === length ? [...value] : [value.length, ...value];
  if (typeof value !== 'string') return [Number(value)];
  const arcs = value.split('.').map(Number);
  return [arcs.length, ...arcs];
}

/** Reads back the index columns that the arcs name; undefined where they name no row that there could be. */
export function readInstance(object: TableObject, arcs: readonly number[]): Values | undefined {
  const rest = [...arcs];
  const row: Record<string, Value> = {};
  const parts = indexParts(object);
  for (const [at, part] of parts.entries()) {
    if (object.mib?.isImplied && at === parts.length - 1) rest.unshift(rest.length);
    if (typeof part === 'number') {
      if (rest.shift() !== part) return undefined;
      continue;
    }
    const field = object.index[part];
    const value = field && takeValue(rest, syntaxOf(field));
    const reading = field && value !== undefined ? readMibValue(field, value) : undefined;
    if (!reading?.ok) return undefined;
    row[part] = reading.value;
  }
  return rest.length === 0 ? row : undefined;
}

/** Takes the arcs of one value off `rest`. */
function takeValue(rest: number[], { type, length }: ReturnType<typeof syntaxOf>): MibValue | undefined {
  const isNumber = type !== 'OctetString' && type !== 'IpAddress' && type !== 'ObjectIdentifier';
  const first = isNumber || length === undefined ? rest.shift() : length;
  if (first === undefined || isNumber) return first;
  if (rest.length < first) return undefined;
  const taken = rest.splice(0, first);
  if (type === 'ObjectIdentifier') return taken.join('.');
  return taken.every((arc) => arc < 256) ? Uint8Array.from(taken) : undefined;
}
