import type { ObjectDeclaration, TableObject } from '../schema/object.ts';
import { onceFor } from '../values/once-for.ts';
import type { Values } from '../wire/call.ts';
import type { Configuration } from './configuration.ts';

/**
 * The part of a configuration that outlives a start: without the rows that their tables do not keep. The same one if
 * there are none.
 */
export function keptConfiguration(objects: readonly ObjectDeclaration[], configuration: Configuration): Configuration {
  return filtered(objects, configuration, ({ isKept }) => isKept);
}

/** A configuration once the time of every row that ends is over. The same one if no row ends. */
export function endedConfiguration(objects: readonly ObjectDeclaration[], configuration: Configuration): Configuration {
  return filtered(objects, configuration, ({ ends }) => ends && ((row) => !ends(row)));
}

/**
 * A configuration when the rows that let somebody through are over, and those that stop somebody are not yet: the worst that comes
 * while one ends after the other. The same as `ended` where that is what comes in the end.
 */
export function endingConfiguration(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  ended: Configuration,
): Configuration {
  const ending = filtered(
    objects,
    configuration,
    ({ ends, opens = () => true }) => ends && ((row) => !ends(row) || !opens(row)),
  );
  return endedConfiguration(objects, ending) === ending ? ended : ending;
}

/** The tables of which some rows do not stay. */
const withRowsThatGo = onceFor((objects: readonly ObjectDeclaration[]): readonly TableObject[] =>
  objects.flatMap((object) => (object.shape === 'table' && (object.rows.isKept || object.rows.ends) ? [object] : [])),
);

function filtered(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  testOf: (rows: TableObject['rows']) => ((row: Values) => boolean) | undefined,
): Configuration {
  let kept = configuration;
  for (const object of withRowsThatGo(objects)) {
    const stays = testOf(object.rows);
    if (!stays) continue;
    const rows = configuration.rows(object);
    const lasting = rows.filter(stays);
    if (lasting.length !== rows.length) kept = kept.withRows(object, lasting);
  }
  return kept;
}
