import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { type ObjectCall, RowStatus, reservedParameters, type Value, type Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Caller, Request } from '../feature.ts';
import { Refusal } from '../refusal.ts';

/** The declared objects by the name that calls use. */
export type ObjectIndex = ReadonlyMap<string, ObjectDeclaration>;

/** The object that a call is for. Throws a `Refusal` (2) where there is none. */
export function objectOf(objects: ObjectIndex, template: string): ObjectDeclaration {
  const object = objects.get(template);
  if (!object) throw new Refusal(ErrorCode.noSuchName, `There is no object ${quoted(template)}.`);
  return object;
}

/**
 * Reads what a CommonSet or CommonDelAll asks for: every column known, writable and valid by its field. Throws a `Refusal`
 * that names the column by its label.
 */
export function readRequest(objects: ObjectIndex, call: ObjectCall, caller?: Caller): Request {
  const object = objectOf(objects, call.params.Template);
  const from = caller && { caller };
  if (call.method === 'CommonDelAll') return { kind: 'deleteAll', object, values: {}, ...from };
  const kind = kindOf(object, call.params.RowStatus);
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries(call.params)) {
    if (!reservedParameters.has(name)) values[name] = readColumn(object, name, value, kind);
  }
  if (object.shape === 'table') requireIndex(object, values);
  return { kind, object, values, ...from };
}

/** Reads the index columns that a CommonGet may name; any other column is refused (2). */
export function readQuery(object: ObjectDeclaration, params: ObjectCall['params']): Values {
  const query: Record<string, Value> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'Template' || name === 'WebAuthenRequestState') continue;
    if (object.shape !== 'table' || !Object.hasOwn(object.index, name)) {
      throw new Refusal(ErrorCode.noSuchName, `${object.title} has no index column ${quoted(name)}.`);
    }
    query[name] = readValue(object, name, value);
  }
  return query;
}

/** A configured column that stays as it is may be sent along with the ones that change. */
function isWritable(object: ObjectDeclaration, name: string, kind: Request['kind']): boolean {
  const access = object.fields[name]?.access;
  if (object.shape === 'table' && Object.hasOwn(object.index, name)) return true;
  return access === 'rw' || access === 'wo' || access === 'action' || (access === 'create' && kind === 'create');
}

function kindOf(object: ObjectDeclaration, status: Value | undefined): 'set' | 'create' | 'destroy' {
  if (status === undefined) return 'set';
  if (object.shape === 'group') {
    throw new Refusal(ErrorCode.wrongValue, `${object.title} has no rows, so RowStatus cannot be set.`);
  }
  if (Number(status) === RowStatus.createAndGo) return 'create';
  if (Number(status) === RowStatus.destroy) return 'destroy';
  throw new Refusal(ErrorCode.wrongValue, 'RowStatus must be 4 (create) or 6 (delete).');
}

function readColumn(object: ObjectDeclaration, name: string, value: Value, kind: Request['kind']): Value {
  const field = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
  if (!field) throw new Refusal(ErrorCode.noSuchName, `${object.title} has no column ${quoted(name)}.`);
  if (field.access === 'ro' && !isWritable(object, name, kind)) {
    throw new Refusal(ErrorCode.notWritable, `${field.label} is read only.`, { object: object.name, column: name });
  }
  return readValue(object, name, value);
}

function readValue(object: ObjectDeclaration, name: string, value: Value): Value {
  const field = object.fields[name];
  const reading = field?.read(value);
  if (!field || !reading) throw new Refusal(ErrorCode.noSuchName, `${object.title} has no column ${quoted(name)}.`);
  if (reading.ok) return reading.value;
  const place = { object: object.name, column: name };
  throw new Refusal(reading.code, named(field.label, reading.message), place);
}

/** The sentence with the field's label, where it does not name it already. */
function named(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

function requireIndex(object: TableObject, values: Values): void {
  for (const [name, field] of Object.entries(object.index)) {
    if (!Object.hasOwn(values, name)) {
      throw new Refusal(ErrorCode.wrongValue, `${field.label} is missing: it names the row.`, {
        object: object.name,
        column: name,
      });
    }
  }
}

/** The configured columns among these. */
export function configuredColumns(object: ObjectDeclaration, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = object.fields[name];
      return field !== undefined && isConfigured(field) && !isIndex(object, name);
    }),
  );
}

/** The index columns among these; none of a group. */
export function indexColumns(object: ObjectDeclaration, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isIndex(object, name)));
}

function isIndex(object: ObjectDeclaration, name: string): boolean {
  return object.shape === 'table' && Object.hasOwn(object.index, name);
}

/** Outside text in a message: short, so that a long name floods neither the answer nor the log. */
function quoted(name: string): string {
  return `"${name.slice(0, 64)}"`;
}
