import type { Hardware } from '../hardware/hardware.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../schema/object.ts';
import { onceFor } from '../values/once-for.ts';
import type { Values } from '../wire/call.ts';
import type { Change } from './change.ts';
import { type Configuration, configuredDefaults } from './configuration.ts';
import { atOnce, type Steps } from './steps.ts';

/**
 * Gives every table whose rows follow from the configuration (`rows.of`) the rows that it now has: those that were there
 * keep their values, new ones take the defaults, the others go. Tables may follow from each other. A configuration in
 * which nothing of this changed since `settled`, which was settled already, is given back as it is.
 */
export function withDependentRows(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  hardware: Hardware,
  settled?: Configuration,
): Configuration {
  return atOnce(settlingRows(objects, configuration, hardware, settled));
}

/** The same in steps, one for each table. */
export function* settlingRows(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  hardware: Hardware,
  settled?: Configuration,
): Steps<Configuration> {
  const dependent = dependentTables(objects);
  if (settled && !dependent.some((object) => isDue(object, configuration, settled))) return configuration;
  let next = configuration;
  // The configurations in which each table was settled last.
  const lasts = new Map(dependent.map((object) => [object, settled]));
  // Each pass settles what follows from tables that are settled; no chain is longer than there are tables.
  for (const _ of dependent) {
    const before = next;
    for (const object of dependent) {
      const former = next;
      next = withRowsOf(object, next, hardware, lasts.get(object));
      lasts.set(object, next);
      if (next !== former) yield undefined;
    }
    if (next === before) break;
  }
  return next;
}

/** The tables whose rows follow from the configuration. */
const dependentTables = onceFor((objects: readonly ObjectDeclaration[]): readonly TableObject[] =>
  objects.flatMap((object) => (object.shape === 'table' && object.rows.of ? [object] : [])),
);

/** Whether a table may have other rows than when it was settled. */
function isDue(object: TableObject, configuration: Configuration, settled: Configuration): boolean {
  const { of } = object.rows;
  if (!of) return false;
  if (!configuration.sharesPart(object, settled)) return true;
  return !of.reads.every((read) => configuration.sharesPart(read, settled)) && !of.isSame?.(settled, configuration);
}

function withRowsOf(object: TableObject, configuration: Configuration, hardware: Hardware, settled?: Configuration) {
  const { of } = object.rows;
  if (!of || (settled && !isDue(object, configuration, settled))) return configuration;
  const present: ReadonlyMap<string, Values> = configuration.rowMap(object);
  let isSame = true;
  const rows = of.index(configuration, hardware).map((index) => {
    const row = present.get(rowKey(object, index));
    isSame &&= row !== undefined;
    return row ?? index;
  });
  // Each row is named once.
  isSame &&= rows.length === present.size;
  return isSame && configuration.part(object) !== undefined ? configuration : configuration.withRows(object, rows);
}

/** Whether a row came or went only because what it follows from did: it says nothing of its own. */
export function isConsequence({ object, kind, row }: Change): boolean {
  return kind !== 'value' && row !== undefined && isDependentDefault(object, row);
}

/** Whether the row of a table that follows from the configuration says nothing but the defaults. */
function isDependentDefault(object: ObjectDeclaration, row: Values): boolean {
  if (object.shape === 'group' || !object.rows.of) return false;
  const defaults = configuredDefaults(object);
  for (const name in defaults) {
    if (row[name] !== defaults[name] && !Object.hasOwn(object.index, name)) return false;
  }
  return true;
}
