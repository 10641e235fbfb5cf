import { hasConfiguration, type ObjectDeclaration } from '../schema/object.ts';
import { Configuration } from './configuration.ts';
import { settlingRows } from './dependent-rows.ts';
import type { Hardware } from './hardware.ts';
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
  const whole = objects.filter(hasConfiguration).reduce((soFar, object) => {
    if (soFar.part(object) !== undefined) return soFar;
    return object.shape === 'group'
      ? soFar.withGroup(object, object.factory?.(hardware) ?? {})
      : soFar.withRows(object, object.factory?.(hardware) ?? []);
  }, configuration);
  return yield* settlingRows(objects, whole, hardware);
}
