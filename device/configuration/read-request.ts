import { ofField } from '../../model/configuration/message.ts';
import { type Paging, readPaging } from '../../model/configuration/rows-page.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type ObjectCall, RowStatus, reservedParameters, type Value, type Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { pageParameters } from '../../model/wire/rows-page.ts';
import type { Request } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';

/** The declared objects by the name that calls use. */
export type ObjectIndex = ReadonlyMap<string, ObjectDeclaration>;

/** The object that a call is for. Throws a `Refusal` (2) where there is none. */
export function objectOf(objects: ObjectIndex, template: string): ObjectDeclaration {
  const object = objects.get(template);
  if (!object)
    throw new Refusal(ErrorCode.noSuchName, say('There is no object "{{name}}".', { name: shortened(template) }));
  return object;
}

/**
 * Reads what a CommonSet or CommonDelAll asks for: every column known, writable and valid by its field. Throws a `Refusal`
 * that names the column by its label.
 */
export function readRequest(objects: ObjectIndex, call: ObjectCall): Request {
  const object = objectOf(objects, call.params.Template);
  if (call.method === 'CommonDelAll') return { kind: 'deleteAll', object, values: {} };
  const kind = kindOf(object, call.params.RowStatus);
  const given = Object.entries(call.params).filter(([name]) => !reservedParameters.has(name));
  const row = rowNamed(object, call.params);
  const values: Record<string, Value> = {};
  for (const [name, value] of given) values[name] = readColumn(object, name, value, row);
  if (object.shape === 'table') requireIndex(object, values);
  return { kind, object, values, ...(call.was && { was: readKnown(object, call.was) }) };
}

/** What the caller knows, canonical. What no field would read is kept: it is not what the switch has. */
function readKnown(object: ObjectDeclaration, was: Values): Values {
  return Object.fromEntries(
    Object.entries(was).map(([name, value]) => {
      const field = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
      if (!field) throw new Refusal(ErrorCode.noSuchName, noColumn(object, name), placeIn(object));
      const reading = field.read(value);
      return [name, reading.ok ? reading.value : value];
    }),
  );
}

/** The index columns given, as far as they can be read: what is wrong with another column is said of this row. */
function rowNamed(object: ObjectDeclaration, params: Values): Values {
  return Object.fromEntries(
    Object.entries(indexColumns(object, params)).flatMap(([name, value]): [string, Value][] => {
      const reading = object.fields[name]?.read(value);
      return reading?.ok ? [[name, reading.value]] : [];
    }),
  );
}

/** Reads the index columns and filters that a CommonGet may name; any other column is refused (2). */
export function readQuery(object: ObjectDeclaration, params: ObjectCall['params']): Values {
  const query: Record<string, Value> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'Template' || name === 'WebAuthenRequestState' || name === 'Proof') continue;
    if (object.shape === 'table' && pageParameters.has(name)) continue;
    const fields = object.shape === 'table' ? { ...object.index, ...object.filters?.fields } : {};
    if (!Object.hasOwn(fields, name)) throw new Refusal(ErrorCode.noSuchName, noColumn(object, name));
    query[name] = readValue(object, fields[name], name, value);
  }
  return query;
}

/** The page that a CommonGet asks for; undefined for all rows. Throws a `Refusal`. */
export function readPageAsked(object: ObjectDeclaration, params: ObjectCall['params']): Paging | undefined {
  if (object.shape !== 'table') return undefined;
  const reading = readPaging(object, params);
  if ('problem' in reading) throw new Refusal(ErrorCode.wrongValue, reading.problem, placeIn(object));
  return reading.paging;
}

function kindOf(object: ObjectDeclaration, status: Value | undefined): 'set' | 'create' | 'destroy' {
  if (status === undefined) return 'set';
  if (object.shape === 'group') {
    const message = say('{{object}} has no rows, so RowStatus cannot be set.', { object: say(object.title) });
    throw new Refusal(ErrorCode.wrongValue, message, placeIn(object));
  }
  if (Number(status) === RowStatus.createAndGo) return 'create';
  if (Number(status) === RowStatus.destroy) return 'destroy';
  throw new Refusal(ErrorCode.wrongValue, say('RowStatus must be 4 (create) or 6 (delete).'), placeIn(object));
}

function readColumn(object: ObjectDeclaration, name: string, value: Value, row: Values): Value {
  const field = Object.hasOwn(object.fields, name) ? object.fields[name] : undefined;
  if (!field) throw new Refusal(ErrorCode.noSuchName, noColumn(object, name), placeIn(object, row));
  // An index column names the row, whether it can be changed or not.
  if (field.access === 'ro' && !isIndex(object, name)) {
    const message = say('{{label}} is read only.', { label: say(field.label) });
    throw new Refusal(ErrorCode.notWritable, message, placeIn(object, row, name));
  }
  return readValue(object, field, name, value, row);
}

function readValue(
  object: ObjectDeclaration,
  field: Field | undefined,
  name: string,
  value: Value,
  row?: Values,
): Value {
  const reading = field?.read(value);
  if (!field || !reading) throw new Refusal(ErrorCode.noSuchName, noColumn(object, name), placeIn(object, row));
  if (reading.ok) return reading.value;
  throw new Refusal(reading.code, ofField(field.label, reading.message), placeIn(object, row, name));
}

function noColumn(object: ObjectDeclaration, name: string): Message {
  return say('{{object}} has no column "{{name}}".', { object: say(object.title), name: shortened(name) });
}

function requireIndex(object: TableObject, values: Values): void {
  for (const [name, field] of Object.entries(object.index)) {
    if (Object.hasOwn(values, name)) continue;
    const message = say('{{label}} is missing: it names the row.', { label: say(field.label) });
    throw new Refusal(ErrorCode.wrongValue, message, placeIn(object, values, name));
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
function shortened(name: string): string {
  return name.slice(0, 64);
}
