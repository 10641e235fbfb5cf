import type { Field } from '../schema/field.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../schema/object.ts';
import type { Membership, Reference } from '../schema/reference.ts';
import { type Message, say } from '../values/message.ts';
import { parsePortList, portsOf } from '../values/port-list.ts';
import type { Value, Values } from '../wire/call.ts';
import { changedRows, removedRows } from './changed-rows.ts';
import type { Configuration } from './configuration.ts';
import { inUse, missing, notMember } from './message.ts';
import { conflict, type Problem, type Rule, type RuleQuestion } from './rule.ts';

/** A column that refers to a table. */
interface Referrer {
  readonly object: ObjectDeclaration;
  readonly column: string;
  readonly target: TableObject;
}

/**
 * The rules that fields' `references` and `memberOf` come to. Throws where a field refers to a table that is none of
 * `objects`, or by columns that are not there.
 */
export function referenceRules(objects: readonly ObjectDeclaration[]): readonly Rule[] {
  const tables = new Map(objects.flatMap((object) => (object.shape === 'table' ? [[object.name, object]] : [])));
  const rules: Rule[] = [];
  for (const object of objects) {
    // No lists: of thousands of fields few refer to anything, and every start looks at all of them.
    for (const column in object.fields) {
      const { references, memberOf }: Pick<Field, 'references' | 'memberOf'> = object.fields[column] ?? {};
      if (!references && !memberOf) continue;
      const referrer = ({ table }: Reference | Membership): Referrer => {
        const target = tables.get(table.name);
        if (!target) throw new Error(`${object.name}.${column} refers to ${table.name}, which is not declared.`);
        return { object, column, target };
      };
      if (references) rules.push(rowExists(referrer(references), references));
      if (memberOf) rules.push(portIsMember(referrer(memberOf), memberOf));
    }
  }
  return rules;
}

/** The rows named are there; a row that is named stays. */
function rowExists({ object, column, target }: Referrer, reference: Reference): Rule {
  const named = keysOf(object, column, target, reference);
  return {
    concerns: [object, target],
    *check(question) {
      const { before, after, changes } = question;
      const present = after.rowMap(target);
      const changed = new Set(changedOf(object, question));
      for (const row of changed) {
        const gone = named(row).find(([key]) => !present.has(key));
        if (gone) yield conflict(object, missing(target.rowName(gone[1])), { row, column });
      }
      const removed = new Set(removedRows(changes, target).map((row) => rowKey(target, row)));
      if (removed.size === 0) return;
      for (const row of rowsOf(object, after)) {
        if (changed.has(row)) continue;
        for (const [key] of named(row)) {
          const was = removed.has(key) ? before.rowMap(target).get(key) : undefined;
          if (was) yield conflict(target, inUse(target.rowName(was), userName(object, row, reference)), { row: was });
        }
      }
    },
  };
}

/** Keys and index columns of the rows that a row of `object` names. */
export function keysOf(object: ObjectDeclaration, column: string, target: TableObject, reference: Reference) {
  const { except = [], each = (value: Value) => [value], beside = {} } = reference;
  const own = Object.keys(target.index).filter((name) => !Object.hasOwn(beside, name));
  const [index, ...more] = own;
  if (
    index === undefined ||
    more.length > 0 ||
    !Object.values(beside).every((name) => Object.hasOwn(object.fields, name))
  ) {
    throw new Error(`${object.name}.${column} does not name one row of ${target.name}.`);
  }
  return (row: Values): readonly (readonly [string, Values])[] => {
    const value = row[column];
    if (value === undefined || except.includes(value)) return [];
    const others = Object.fromEntries(Object.entries(beside).map(([name, from]) => [name, row[from] ?? '']));
    return each(value).map((one) => {
      const names = { ...others, [index]: one };
      return [rowKey(target, names), names];
    });
  };
}

/** The port is in the list of the row named; a list that names it keeps it. */
function portIsMember({ object, column, target }: Referrer, { list, row: by, keptAs }: Membership): Rule {
  const [index] = Object.keys(target.index);
  if (index === undefined || !Object.hasOwn(target.fields, list) || !Object.hasOwn(object.fields, by)) {
    throw new Error(`${object.name}.${column} is in no list of ${target.name}.`);
  }
  const strayOf = (
    row: Values,
    configuration: Configuration,
  ): { readonly port: number; readonly of: Values } | undefined => {
    // Most rows of a large table name no port.
    const named = parsePortList(String(row[column] ?? '')) ?? 0n;
    if (named === 0n) return undefined;
    const of = configuration.rowMap(target).get(rowKey(target, { [index]: row[by] ?? '' })) as Values | undefined;
    if (!of) return undefined;
    const [port] = portsOf(named & ~(parsePortList(String(of[list])) ?? 0n));
    return port === undefined ? undefined : { port, of };
  };
  function* keptRows(question: RuleQuestion, user: Message): Iterable<Problem> {
    const { before, whole = before, after, changes, lost } = question;
    const keeps = (row: Values, of: Values | undefined) =>
      of && parsePortList(String(row[column] ?? ''))
        ? [conflict(target, inUse(target.rowName(of), user), { row: of })]
        : [];
    const renewed = object.shape === 'table' ? (lost?.get(object) ?? []) : [];
    for (const row of renewed) {
      const key = rowKey(target, { [index ?? '']: row[by] ?? '' });
      yield* keeps(row, after.rowMap(target).get(key) ?? before.rowMap(target).get(key));
    }
    const removed = new Map(removedRows(changes, target).map((row: Values) => [row[index ?? ''], row]));
    if (removed.size === 0) return;
    // A complete new configuration may lack the rows, too; a request with several changes may have emptied them.
    for (const row of rowsOf(object, whole)) yield* keeps(row, removed.get(row[by]));
  }
  /** The rows that name one of these. */
  function namingOneOf(named: ReadonlySet<Value>, configuration: Configuration): readonly Values[] {
    if (named.size === 0) return [];
    // A row for each row of the other table, which has thousands, is found by its key.
    if (object.shape !== 'table' || !isOnlyIndex(object, by)) {
      return rowsOf(object, configuration).filter((row) => named.has(row[by] ?? ''));
    }
    const rows: ReadonlyMap<string, Values> = configuration.rowMap(object);
    return [...named].map((value) => rows.get(rowKey(object, { [by]: value }))).filter((row) => row !== undefined);
  }
  return {
    concerns: [object, target],
    *check(question) {
      const { after, changes } = question;
      const changed = new Set(changedOf(object, question));
      for (const row of changed) {
        const stray = strayOf(row, after);
        if (stray) yield conflict(object, notMember(stray.port, target.rowName(stray.of)), { row, column });
      }
      if (keptAs) yield* keptRows(question, keptAs);
      const touched = new Set(changedRows(changes, target).map((row: Values) => row[index] ?? ''));
      for (const row of namingOneOf(touched, after)) {
        if (changed.has(row)) continue;
        const stray = strayOf(row, after);
        const message = stray && inUse(target.rowName(stray.of), userName(object, row, object.fields[by]?.references));
        if (message) yield conflict(target, message, { row: stray.of, column: list });
      }
    },
  };
}

/** Whether rows of a table are named by this column and no other. */
function isOnlyIndex({ index }: TableObject, column: string): boolean {
  return Object.hasOwn(index, column) && Object.keys(index).length === 1;
}

/** The name of a row that refers to another one. */
export function userName(object: ObjectDeclaration, row: Values, reference: Reference | undefined): Message {
  return reference?.by?.(row) ?? (object.shape === 'table' ? object.rowName(row) : say(object.title));
}

/** The rows of a table, or a group as the only one. */
export function rowsOf(object: ObjectDeclaration, configuration: Configuration): readonly Values[] {
  return object.shape === 'table' ? configuration.rows(object) : [configuration.group(object)];
}

function changedOf(object: ObjectDeclaration, { after, changes }: RuleQuestion): readonly Values[] {
  if (object.shape === 'table') return changedRows(changes, object);
  return changes.some((change) => change.object === object) ? [after.group(object)] : [];
}
