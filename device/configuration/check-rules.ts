import { breath } from '../../datapath/breath.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { ofField, tableFull } from '../../model/configuration/message.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import { type Problem, problemOf, type Rule, type RuleQuestion } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import {
  hasConfiguration,
  isConfigured,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
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
  for (const [at, change] of changes.entries()) {
    yield* valueProblems(change);
    if (at % VALUES_IN_A_BREATH === VALUES_IN_A_BREATH - 1) yield undefined;
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

function rulesFor(rules: readonly Rule[], before: Configuration, after: Configuration): Rule[] {
  return rules.filter((rule) => rule.concerns.some((object) => before.part(object) !== after.part(object)));
}

/** Values that their fields would not read; what is kept of a secret need not be what may be typed for it. */
function* valueProblems({ object, kind, row, column, to }: Change): Generator<Problem, void> {
  const values: Values = kind === 'value' ? { [column ?? '']: to ?? '' } : kind === 'rowAdded' ? (row ?? {}) : {};
  for (const [name, value] of Object.entries(values)) {
    const field = object.fields[name];
    if (!field || !isConfigured(field) || field.access === 'wo' || value === field.default) continue;
    const reading = field.read(value);
    if (reading.ok) continue;
    yield problemOf(reading.code, object, ofField(field.label, reading.message), { column: name, ...(row && { row }) });
  }
}

function limitProblems(objects: readonly ObjectDeclaration[], after: Configuration, hardware: Hardware): Problem[] {
  return objects.flatMap((object) => {
    if (object.shape === 'group' || !hasConfiguration(object)) return [];
    const max = rowLimit(object, hardware);
    if (after.rowMap(object).size <= max) return [];
    return [problemOf(ErrorCode.resourceUnavailable, object, tableFull(max))];
  });
}
