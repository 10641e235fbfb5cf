import { breath } from '../../datapath/breath.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { ofField, tableFull } from '../../model/configuration/message.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import { type Problem, problemOf, type Rule, type RuleQuestion } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { Field, Reading } from '../../model/schema/field.ts';
import {
  hasConfiguration,
  isConfigured,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { repeatedReading } from '../../model/schema/repeated-reading.ts';
import { onceFor } from '../../model/values/once-for.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';

/** The first thing that a rule says against going from `before` to `after`; only rules whose objects changed are asked. */
export function firstProblem(rules: readonly Rule[], question: RuleQuestion): Problem | undefined {
  for (const rule of rulesFor(rules, question.before, question.after)) {
    for (const problem of rule.check(question)) return problem;
  }
  return undefined;
}

/**
 * The rows of `table` that rules keep from being changed from `before` to `after`: those that a Delete All has to leave
 * because they are in use (docs/specification/network.md, "VLAN > Tagged"), by their keys, with what uses each.
 */
export function rowsInUse(
  rules: readonly Rule[],
  question: RuleQuestion,
  table: TableObject,
): ReadonlyMap<string, Problem> {
  const used = new Map<string, Problem>();
  for (const rule of rulesFor(rules, question.before, question.after)) {
    for (const problem of rule.check(question)) {
      const { object, row } = problem;
      const key = object === table.name && row && rowKey(table, row);
      if (key !== undefined && key !== false && !used.has(key)) used.set(key, problem);
    }
  }
  return used;
}

/** Values looked at before a large check stops for breath. */
const VALUES_IN_A_BREATH = 256;

/** Options of `allProblems` besides the two configurations. */
interface AllProblemsOptions {
  readonly changes?: readonly Change[];
  /** See `RuleQuestion`. */
  readonly whole?: Configuration;
}

/**
 * All objections of fields, row limits and rules to `after` as a whole, as if it replaced `before`, one by one. In
 * between it yields `undefined` when the caller may let other work go first: no step takes more than a few
 * milliseconds.
 */
export function* allProblems(
  objects: readonly ObjectDeclaration[],
  rules: readonly Rule[],
  before: Configuration,
  after: Configuration,
  hardware: Hardware,
  { changes = changesBetween(objects, before, after), whole }: AllProblemsOptions = {},
): Generator<Problem | undefined, void> {
  const readings = new Map<Field, ReturnType<typeof repeatedReading>>();
  const read = (field: Field, value: Value) => {
    const reading = readings.get(field) ?? repeatedReading(field);
    readings.set(field, reading);
    return reading(value);
  };
  for (let at = 0; at < changes.length; at += VALUES_IN_A_BREATH) {
    yield* valueProblems(changes.slice(at, at + VALUES_IN_A_BREATH), read);
    if (at + VALUES_IN_A_BREATH <= changes.length) yield undefined;
  }
  yield* limitProblems(objects, after, hardware);
  for (const rule of rulesFor(rules, before, after)) {
    yield undefined;
    yield* rule.check({ before, whole, after, changes, hardware });
  }
}

/** Objections of fields, row limits and rules to a configuration as a whole, as at a start. Other work goes first in between. */
export async function wholeProblems(
  { objects, rules, hardware }: { objects: readonly ObjectDeclaration[]; rules: readonly Rule[]; hardware: Hardware },
  configuration: Configuration,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const problem of allProblems(objects, rules, Configuration.empty, configuration, hardware)) {
    if (problem) problems.push(problem);
    else await breath();
  }
  return problems;
}

/** Rules by the objects that they concern: hundreds of them, of which a change concerns a few. */
const rulesByConcern = onceFor((rules: readonly Rule[]): ReadonlyMap<ObjectDeclaration, readonly Rule[]> => {
  const found = new Map<ObjectDeclaration, Rule[]>();
  for (const rule of rules) {
    for (const object of rule.concerns) {
      const those = found.get(object);
      if (those) those.push(rule);
      else found.set(object, [rule]);
    }
  }
  return found;
});

/** The rules that concern an object that changed, in their order. */
function rulesFor(rules: readonly Rule[], before: Configuration, after: Configuration): Rule[] {
  const concerned = new Set<Rule>();
  for (const [object, those] of rulesByConcern(rules)) {
    if (!before.sharesPart(object, after)) for (const rule of those) concerned.add(rule);
  }
  return rules.filter((rule) => concerned.has(rule));
}

/** Values that their fields would not read; what is kept of a secret need not be what may be typed for it. */
function valueProblems(changes: readonly Change[], read: (field: Field, value: Value) => Reading): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { object, kind, row, column, to } of changes) {
    const values: Values = kind === 'value' ? { [column ?? '']: to ?? '' } : kind === 'rowAdded' ? (row ?? {}) : {};
    // No lists: there are thousands of rows.
    for (const name in values) {
      const value = values[name];
      const field = object.fields[name];
      if (!field || value === undefined || value === field.default) continue;
      if (!isConfigured(field) || field.access === 'wo') continue;
      const reading = read(field, value);
      if (reading.ok) continue;
      const place = { column: name, ...(row && { row }) };
      problems.push(problemOf(reading.code, object, ofField(field.label, reading.message), place));
    }
  }
  return problems;
}

function limitProblems(objects: readonly ObjectDeclaration[], after: Configuration, hardware: Hardware): Problem[] {
  return objects.flatMap((object) => {
    if (object.shape === 'group' || !hasConfiguration(object)) return [];
    const max = rowLimit(object, hardware);
    if (after.rowMap(object).size <= max) return [];
    return [problemOf(ErrorCode.resourceUnavailable, object, tableFull(max))];
  });
}
