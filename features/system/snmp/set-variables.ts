import type { DeviceContext } from '../../../device/feature.ts';
import type { Caller, Management, Request } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { readMibValue, syntaxOf } from '../../../model/mib/column.ts';
import { readInstance } from '../../../model/mib/instance.ts';
import {
  indexOf,
  isConfigured,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../../model/schema/object.ts';
import type { MibValue } from '../../../model/smi/syntax.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { ErrorStatus, type SnmpValue, type VarBind } from '../../../protocols/snmp/pdu.ts';
import type { Failure } from '../../../protocols/snmp/responder.ts';
import { type DraftRows, Entry } from './draft-rows.ts';
import { findColumn, type ServedColumn } from './served-columns.ts';
import { Row, type SetSteps, type StandardObject } from './standard-object.ts';

/** Values requested of one row, or of one group. */
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
  { context, columns, standard, drafts }: SetSurroundings,
  caller: Caller,
): Promise<Failure | undefined> {
  const { management } = context;
  const asked = new Map<string, Asked>();
  try {
    for (const [at, varBind] of varBinds.entries()) ask(asked, columns, varBind, at + 1);
    const requests: Request[] = [];
    // Steps of rows that are being created run only after all others.
    const after: (() => void)[] = [];
    for (const one of asked.values()) {
      const own = standard.get(one.object);
      const steps = own?.set?.(context, one, requests) ?? (await stepsOf(one, management, caller, drafts));
      if ('refused' in steps) throw new SetFailure(steps.refused, placeOf(one, steps.column));
      requests.push(...steps.requests);
      if (steps.after) after.push(steps.after);
    }
    if (requests.length > 0) await management.perform(requests, caller);
    for (const act of after) act();
    return undefined;
  } catch (error) {
    if (error instanceof SetFailure) return error.failure;
    if (error instanceof Refusal) return failureOf(error, [...asked.values()]);
    throw error;
  }
}

/** What setting needs beside the variables and the caller. */
interface SetSurroundings {
  readonly context: DeviceContext;
  readonly columns: readonly ServedColumn[];
  /** The objects that only SNMP shows. */
  readonly standard: ReadonlyMap<ObjectDeclaration, StandardObject>;
  readonly drafts: DraftRows;
}

/** The steps of a row, or group, of an object of the device. */
async function stepsOf(one: Asked, management: Management, caller: Caller, drafts: DraftRows): Promise<SetSteps> {
  return one.object.shape === 'table' && one.object.mib?.entryStatus !== undefined
    ? entrySteps({ ...one, object: one.object }, management, caller, drafts)
    : { requests: await requestsOf(one, management, caller) };
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
  management: Management,
  caller: Caller,
): Promise<Request[]> {
  const change: Request = { kind: 'set', object, values: { ...index, ...values } };
  if (status === undefined) return [change];
  const place = places.get('') ?? 0;
  const isThere = await hasRow(object, index, management, caller);
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

/**
 * The same for a row that is created and deleted by EntryStatus (RFC 2819): it is made step by step, and in force once
 * it is valid.
 */
async function entrySteps(
  { object, index, values, status, places }: Asked & { readonly object: TableObject },
  management: Management,
  caller: Caller,
  drafts: DraftRows,
): Promise<SetSteps> {
  const place = places.get('') ?? 0;
  const draft = drafts.get(object, index);
  const present = draft ? undefined : await rowOf(object, index, management, caller);
  const refuse = (at = place): never => {
    throw new SetFailure(ErrorStatus.inconsistentValue, at);
  };
  const goOn = (begun: Values = {}): SetSteps => {
    if (!draft && !drafts.hasRoom) throw new SetFailure(ErrorStatus.resourceUnavailable, place);
    return {
      requests: present ? [{ kind: 'destroy', object, values: index }] : [],
      after: () => drafts.put(object, index, { ...begun, ...values }),
    };
  };
  switch (status) {
    case undefined: {
      if (draft) return goOn();
      const fixed = present && Object.keys(values).find((column) => object.fields[column]?.mib?.isFixedWhileValid);
      if (fixed !== undefined) refuse(places.get(fixed));
      return { requests: [{ kind: 'set', object, values: { ...index, ...values } }] };
    }
    case Entry.createRequest:
      if (draft || present) refuse();
      return goOn();
    case Entry.underCreation:
      if (!draft && !present) refuse();
      return goOn(present && settableOf(object, present));
    case Entry.valid:
      if (draft) {
        const made = { ...draft, ...index, ...values };
        return { requests: [{ kind: 'create', object, values: made }], after: () => drafts.drop(object, index) };
      }
      if (!present) refuse();
      return entrySteps({ object, index, values, status: undefined, places }, management, caller, drafts);
    case Entry.invalid:
      return {
        requests: present ? [{ kind: 'destroy', object, values: index }] : [],
        after: () => drafts.drop(object, index),
      };
    default:
      throw new SetFailure(ErrorStatus.wrongValue, place);
  }
}

/** The columns of a row that its creator sets. */
function settableOf(object: TableObject, row: Values): Values {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => {
      const field = object.fields[column];
      return field && isConfigured(field);
    }),
  );
}

async function hasRow(
  object: ObjectDeclaration,
  index: Values,
  management: Management,
  caller: Caller,
): Promise<boolean> {
  return (await rowOf(object, index, management, caller)) !== undefined;
}

async function rowOf(
  object: ObjectDeclaration,
  index: Values,
  management: Management,
  caller: Caller,
): Promise<Values | undefined> {
  try {
    const read = await management.read(object, index, caller);
    return isRows(read) ? read[0] : read;
  } catch (error) {
    if (error instanceof Refusal && error.code === ErrorCode.noSuchName) return undefined;
    throw error;
  }
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/** The place of a column's variable; of any of the row's where it was not given. */
function placeOf({ places }: Asked, column = ''): number {
  return places.get(column) ?? places.values().next().value ?? 1;
}

/** A refusal as the error of the variable that it is for. */
function failureOf({ code, place }: Refusal, asked: readonly Asked[]): Failure {
  const named = asked.filter(({ object }) => object.name === place?.object);
  const isRow = ({ object, index }: Asked) =>
    object.shape === 'group' ||
    (place?.row !== undefined && rowKey(object, indexOf(object, place.row)) === rowKey(object, index));
  const one = named.find(isRow) ?? named[0] ?? asked[0];
  return { status: statusOf(code), index: one ? placeOf(one, place?.column) : 1 };
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
