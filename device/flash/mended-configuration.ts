import { type Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import { type GroupObject, type ObjectDeclaration, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { objectRefused, rowRefused, valueRefused } from './fault.ts';

/** How often the whole is looked at: mending one thing may show another. */
const PASSES = 32;

/** A configuration that obeys the rules, and what had to be changed for that, a sentence each. */
export interface Mended {
  readonly configuration: Configuration;
  readonly faults: readonly Message[];
}

/**
 * Changes as little of a configuration as its problems ask for: the column takes its default; where it has that already,
 * the row goes; where no row is at fault, the object takes its factory values. Undefined where that does not help.
 */
export async function mendedConfiguration(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  factory: Configuration,
  problemsOf: (configuration: Configuration) => Promise<readonly Problem[]>,
): Promise<Mended | undefined> {
  const byName = new Map(objects.map((object) => [object.name, object]));
  const faults: Message[] = [];
  let mended = configuration;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const problems = await problemsOf(mended);
    if (problems.length === 0) return { configuration: mended, faults };
    const before = mended;
    const touched = new Set<string>();
    for (const problem of problems) {
      const object = byName.get(problem.object);
      const place = JSON.stringify([problem.object, problem.row]);
      // This repair may repair the rest of the row too; remaining faults come up in the next pass.
      if (!object || touched.has(place)) continue;
      touched.add(place);
      const remedy = remedyOf(object, problem, mended, factory);
      if (remedy.configuration === mended) continue;
      mended = remedy.configuration;
      faults.push(remedy.fault);
    }
    if (mended === before) return undefined;
  }
  return undefined;
}

interface Remedy {
  readonly configuration: Configuration;
  readonly fault: Message;
}

function remedyOf(object: ObjectDeclaration, problem: Problem, present: Configuration, factory: Configuration): Remedy {
  if (object.shape === 'group') return groupRemedy(object, problem, present, factory);
  return (
    rowRemedy(object, problem, present, factory) ?? {
      configuration: present.withRows(object, factory.rows(object)),
      fault: objectRefused(object, problem.message),
    }
  );
}

function groupRemedy(object: GroupObject, problem: Problem, present: Configuration, factory: Configuration): Remedy {
  const { column, message } = problem;
  const own: Values = factory.group(object);
  const value = column === undefined ? undefined : own[column];
  if (column !== undefined && value !== undefined) {
    const configuration = present.withGroup(object, { [column]: value });
    if (configuration !== present) return { configuration, fault: valueRefused(object, column, message) };
  }
  return { configuration: present.withGroup(object, own), fault: objectRefused(object, message) };
}

/** Undefined where no row is at fault, or it has its factory values already. */
function rowRemedy(
  object: TableObject,
  { row: index, column, message }: Problem,
  present: Configuration,
  factory: Configuration,
): Remedy | undefined {
  if (!index) return undefined;
  const row: Values | undefined = present.rowMap(object).get(rowKey(object, index));
  const own: Values | undefined = factory.rowMap(object).get(rowKey(object, index));
  if (!row) return undefined;
  const defaults = own ?? { ...configuredDefaults(object), ...index };
  const value = column === undefined || Object.hasOwn(object.index, column) ? undefined : defaults[column];
  if (column !== undefined && value !== undefined) {
    const configuration = present.withRow(object, { ...row, [column]: value });
    if (configuration !== present) return { configuration, fault: valueRefused(object, column, message, row) };
  }
  const stays = object.rows.fixed === true || object.rows.builtIn?.(row) === true;
  const configuration = stays ? present.withRow(object, defaults) : present.withoutRow(object, row);
  return configuration === present ? undefined : { configuration, fault: rowRefused(object, row, message, stays) };
}
