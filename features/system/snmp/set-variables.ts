import type { Caller, Door, Request } from '../../../device/door.ts';
import { Refusal } from '../../../device/refusal.ts';
import { readMibValue, syntaxOf } from '../../../model/mib/column.ts';
import { readInstance } from '../../../model/mib/instance.ts';
import type { MibValue } from '../../../model/mib/syntax.ts';
import { indexOf, type ObjectDeclaration, rowKey } from '../../../model/schema/object.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { ErrorStatus, type SnmpValue, type VarBind } from '../../../protocols/snmp/pdu.ts';
import type { Failure } from '../../../protocols/snmp/responder.ts';
import { findColumn, type ServedColumn } from './served-columns.ts';

/** The values of RowStatus (RFC 2579). */
const Row = { active: 1, notInService: 2, notReady: 3, createAndGo: 4, createAndWait: 5, destroy: 6 } as const;

/** What is asked of one row, or of one group. */
interface Asked {
  readonly object: ObjectDeclaration;
  readonly index: Values;
  readonly values: Record<string, Value>;
  status: number | undefined;
  /** The place of each column's variable, from 1; that of RowStatus under "". */
  readonly places: Map<string, number>;
}

/** One variable cannot be set. */
class SetFailure extends Error {
  readonly failure: Failure;

  constructor(status: ErrorStatus, index: number) {
    super('a variable cannot be set');
    this.failure = { status, index };
  }
}

/** Sets variables as one change of the configuration, all or none, through the same checks as a page (RFC 3416 4.2.5). */
export async function setVariables(
  varBinds: readonly VarBind[],
  columns: readonly ServedColumn[],
  door: Door,
  caller: Caller,
): Promise<Failure | undefined> {
  const asked = new Map<string, Asked>();
  try {
    for (const [at, varBind] of varBinds.entries()) ask(asked, columns, varBind, at + 1);
    const requests: Request[] = [];
    for (const one of asked.values()) requests.push(...(await requestsOf(one, door, caller)));
    if (requests.length > 0) await door.perform(requests, caller);
    return undefined;
  } catch (error) {
    if (error instanceof SetFailure) return error.failure;
    if (error instanceof Refusal) return failureOf(error, [...asked.values()]);
    throw error;
  }
}

/** Adds what one variable asks for. Throws a `SetFailure`. */
function ask(
  asked: Map<string, Asked>,
  columns: readonly ServedColumn[],
  { name, value }: VarBind,
  place: number,
): void {
  const { at: served } = findColumn(columns, name);
  if (!served) throw new SetFailure(ErrorStatus.notWritable, place);
  const { object, column, field } = served;
  const instance = name.slice(served.oid.length);
  const index = object.shape === 'group' ? {} : readInstance(object, instance);
  const isOne = object.shape === 'table' || (instance.length === 1 && instance[0] === 0);
  if (!index || !isOne) throw new SetFailure(ErrorStatus.noCreation, place);
  const key = `${object.name} ${object.shape === 'table' ? rowKey(object, index) : ''}`;
  const one = asked.get(key) ?? { object, index, values: {}, status: undefined, places: new Map<string, number>() };
  asked.set(key, one);
  one.places.set(column ?? '', place);
  if (column === undefined || !field) {
    if (value.type !== 'Integer32') throw new SetFailure(ErrorStatus.wrongType, place);
    one.status = value.value;
    return;
  }
  if (field.access === 'ro' || Object.hasOwn(index, column)) throw new SetFailure(ErrorStatus.notWritable, place);
  if (value.type !== syntaxOf(field).type) throw new SetFailure(ErrorStatus.wrongType, place);
  const reading = readMibValue(field, mibValue(value));
  if (!reading.ok) throw new SetFailure(statusOf(reading.code), place);
  one.values[column] = reading.value;
}

function mibValue(value: SnmpValue): MibValue {
  if (!('value' in value)) return '';
  return value.type === 'ObjectIdentifier' ? value.value.join('.') : value.value;
}

/** The requests that a row's variables come to: none where it is asked to be what it is. */
async function requestsOf(
  { object, index, values, status, places }: Asked,
  door: Door,
  caller: Caller,
): Promise<Request[]> {
  const change: Request = { kind: 'set', object, values: { ...index, ...values } };
  if (status === undefined) return [change];
  const place = places.get('') ?? 0;
  const isThere = await hasRow(object, index, door, caller);
  switch (status) {
    case Row.createAndGo:
      if (isThere) throw new SetFailure(ErrorStatus.inconsistentValue, place);
      return [{ ...change, kind: 'create' }];
    case Row.destroy:
      return isThere ? [{ kind: 'destroy', object, values: index }] : [];
    case Row.active:
      if (!isThere) throw new SetFailure(ErrorStatus.inconsistentValue, place);
      return Object.keys(values).length > 0 ? [change] : [];
    default:
      // A row that is there is in force; there are none that wait.
      throw new SetFailure(ErrorStatus.wrongValue, place);
  }
}

async function hasRow(object: ObjectDeclaration, index: Values, door: Door, caller: Caller): Promise<boolean> {
  try {
    const read = await door.read(object, index, caller);
    return !Array.isArray(read) || read.length > 0;
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.noSuchName) return false;
    throw error;
  }
}

/** A refusal as the error of the variable that it is for. */
function failureOf({ code, place }: Refusal, asked: readonly Asked[]): Failure {
  const named = asked.filter(({ object }) => object.name === place?.object);
  const isRow = ({ object, index }: Asked) =>
    object.shape === 'group' ||
    (place?.row !== undefined && rowKey(object, indexOf(object, place.row)) === rowKey(object, index));
  const one = named.find(isRow) ?? named[0] ?? asked[0];
  const index = one?.places.get(place?.column ?? '') ?? one?.places.values().next().value ?? 1;
  return { status: statusOf(code), index };
}

/** The numbers of refusals are those of RFC 3416, but for those of a session, and what is said of rows. */
function statusOf(code: ErrorCode): ErrorStatus {
  switch (code) {
    case ErrorCode.wrongLength:
    case ErrorCode.wrongValue:
    case ErrorCode.noCreation:
    case ErrorCode.inconsistentValue:
    case ErrorCode.resourceUnavailable:
    case ErrorCode.commitFailed:
    case ErrorCode.notWritable:
    case ErrorCode.inconsistentName:
      return code;
    case ErrorCode.noSuchName:
      return ErrorStatus.inconsistentName;
    case ErrorCode.managementLoss:
      return ErrorStatus.inconsistentValue;
    default:
      return ErrorStatus.genErr;
  }
}
