import type { Hardware } from '../hardware/hardware.ts';
import { hasConfiguration, type ObjectDeclaration } from '../schema/object.ts';
import type { Values } from '../wire/call.ts';
import { Configuration, type Part } from './configuration.ts';
import { settlingRows } from './dependent-rows.ts';
import { atOnce, type Steps } from './steps.ts';

/** The configuration of a switch that was never configured: every object's factory values and rows. */
export function factoryConfiguration(objects: readonly ObjectDeclaration[], hardware: Hardware): Configuration {
  return withFactoryRows(objects, Configuration.empty, hardware);
}

/**
 * Adds the factory values and rows of every object of which `configuration` says nothing yet, and brings the tables whose
 * rows follow from others into line.
 */
export function withFactoryRows(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  hardware: Hardware,
): Configuration {
  return atOnce(addingFactoryRows(objects, configuration, hardware));
}

/** The same in steps, one for each table whose rows follow from others. */
export function* addingFactoryRows(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  hardware: Hardware,
): Steps<Configuration> {
  const missing = objects.filter((object) => hasConfiguration(object) && configuration.part(object) === undefined);
  const parts = missing.map(
    (object): Part =>
      object.shape === 'group'
        ? { object, values: object.factory?.(hardware) ?? {} }
        : { object, rows: (object.factory?.(hardware) ?? []) as readonly Values[] },
  );
  const whole = configuration.withParts(parts);
  return yield* settlingRows(objects, whole, hardware);
}
