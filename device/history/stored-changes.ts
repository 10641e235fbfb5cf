import type { Change } from '../../model/configuration/change.ts';
import { eachInSteps, type Steps } from '../../model/configuration/steps.ts';
import { indexOf, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/**
 * A change as it is kept: a value by its column, the values before and after it and its row's index columns; a row that came or
 * went whole.
 */
type StoredChange =
  | readonly ['value', column: string, from: Value, to: Value, index?: Values]
  | readonly ['rowAdded' | 'rowRemoved', row: Values];

/** Changes of one object that stand in one line. */
const CHANGES_IN_A_LINE = 256;

/**
 * Changes as they are kept: what is needed to take each of them back, secrets among it. Lines of JSON, of one object each: its name
 * and its changes.
 */
export function* storeChanges(changes: readonly Change[]): Steps<string> {
  const lines: string[] = [];
  let line: StoredChange[] = [];
  let of: ObjectDeclaration | undefined;
  const end = () => {
    if (of) lines.push(JSON.stringify([of.name, ...line]));
    line = [];
  };
  yield* eachInSteps(changes, (change) => {
    if (change.object !== of || line.length === CHANGES_IN_A_LINE) end();
    of = change.object;
    line.push(storedChange(change));
  });
  end();
  return lines.join('\n');
}

function storedChange({ object, kind, row = {}, column = '', from = '', to = '' }: Change): StoredChange {
  if (kind !== 'value') return [kind, row];
  return object.shape === 'table' ? [kind, column, from, to, indexOf(object, row)] : [kind, column, from, to];
}

/**
 * The changes that were kept. Of a changed value's row only the index columns are there. What names objects and columns that this
 * software does not have is left out. Throws where the text is none.
 */
export function readChanges(objects: ReadonlyMap<string, ObjectDeclaration>, text: string): readonly Change[] {
  return text.split('\n').flatMap((line) => {
    const [name, ...kept]: unknown[] = line === '' ? [] : JSON.parse(line);
    const object = objects.get(String(name));
    return object ? kept.flatMap((one) => readChange(object, one) ?? []) : [];
  });
}

function readChange(object: ObjectDeclaration, kept: unknown): Change | undefined {
  if (!Array.isArray(kept)) return undefined;
  const [kind, ...more]: unknown[] = kept;
  if (kind === 'rowAdded' || kind === 'rowRemoved') {
    const [row] = more;
    return object.shape === 'table' && isValues(row) && namesRow(object, row)
      ? { object, kind, row: knownColumns(object, row) }
      : undefined;
  }
  const [column, from, to, index] = more;
  if (kind !== 'value' || typeof column !== 'string' || !Object.hasOwn(object.fields, column)) return undefined;
  if (!isValue(from) || !isValue(to)) return undefined;
  if (object.shape === 'group') return { object, kind, column, from, to };
  return isValues(index) && namesRow(object, index) ? { object, kind, column, from, to, row: index } : undefined;
}

/** Whether all index columns are there: software with another index kept it otherwise. */
function namesRow({ index }: TableObject, row: Values): boolean {
  return Object.keys(index).every((name) => Object.hasOwn(row, name));
}

function knownColumns({ fields }: TableObject, row: Values): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(fields, name)));
}

function isValue(value: unknown): value is Value {
  return typeof value === 'string' || typeof value === 'number';
}

function isValues(value: unknown): value is Values {
  return isRecord(value) && Object.values(value).every(isValue);
}
