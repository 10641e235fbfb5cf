import { Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import { withFactoryRows } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import {
  type GroupObject,
  hasConfiguration,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { Unusable } from './failure-reason.ts';

/** A configuration as it is kept: configured columns only, by object and column name. */
export interface StoredConfiguration {
  readonly objects: Readonly<Record<string, Values | readonly Values[]>>;
}

/** A kept configuration brought back, and what of it has no place on this device. */
export interface RestoredConfiguration {
  readonly configuration: Configuration;
  /** Each completes "The setting … was left out". */
  readonly leftOut: readonly string[];
}

/** What is kept of a configuration. */
export function storeConfiguration(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
): StoredConfiguration {
  return {
    objects: Object.fromEntries(
      objects
        .filter((object) => configuration.part(object) !== undefined)
        .map((object) => [
          object.name,
          object.shape === 'group'
            ? keptOf(object, configuration.group(object))
            : configuration.rows(object).map((row) => keptOf(object, row)),
        ]),
    ),
  };
}

function keptOf(object: ObjectDeclaration, values: Values): Values {
  const kept = configuredDefaults(object);
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in kept));
}

/**
 * Brings a kept configuration back: every value is read by its field; what is missing takes its default or factory value;
 * objects, columns and fixed rows that this device does not have are left out and named. Throws an `Error` whose message
 * completes "because …" for a value that its field refuses.
 */
export function restoreConfiguration(
  objects: readonly ObjectDeclaration[],
  stored: StoredConfiguration,
  hardware: Hardware,
): RestoredConfiguration {
  const configured = objects.filter(hasConfiguration);
  const names = new Set(configured.map((object) => object.name));
  const leftOut = Object.keys(stored.objects).filter((name) => !names.has(name));
  const known = configured.reduce((soFar, object) => {
    const part = Object.hasOwn(stored.objects, object.name) ? stored.objects[object.name] : undefined;
    if (part === undefined) return soFar;
    if (object.shape === 'group') return withGroup(soFar, object, part, hardware, leftOut);
    return withTable(soFar, object, part, hardware, leftOut);
  }, Configuration.empty);
  return { configuration: withFactoryRows(objects, known, hardware), leftOut: [...new Set(leftOut)] };
}

function withGroup(
  soFar: Configuration,
  object: GroupObject,
  part: Values | readonly Values[],
  hardware: Hardware,
  leftOut: string[],
) {
  if (isRows(part)) throw new Unusable(say('{{object}} is no group there', { object: object.name }));
  return soFar.withGroup(object, { ...object.factory?.(hardware), ...readValues(object, part, leftOut) });
}

function withTable(
  soFar: Configuration,
  object: TableObject,
  part: Values | readonly Values[],
  hardware: Hardware,
  leftOut: string[],
) {
  if (!isRows(part)) throw new Unusable(say('{{object}} is no table there', { object: object.name }));
  const factory = new Map(
    (object.factory?.(hardware) ?? []).map((row) => [rowKey(object, row as Values), row as Values]),
  );
  const rows = new Map<string, Values>();
  for (const [key, row] of factory) {
    if (object.rows.fixed || object.rows.builtIn?.({ ...configuredDefaults(object), ...row })) rows.set(key, row);
  }
  for (const values of part) {
    const row = readValues(object, values, leftOut);
    const key = rowKey(object, row);
    if (object.rows.fixed && !factory.has(key)) leftOut.push(`${object.name} ${key}`);
    else rows.set(key, { ...rows.get(key), ...row });
  }
  return soFar.withRows(object, [...rows.values()]);
}

function readValues(object: ObjectDeclaration, values: Values, leftOut: string[]): Values {
  const read: Record<string, Value> = {};
  const kept = configuredDefaults(object);
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(kept, name) ? object.fields[name] : undefined;
    if (!field) {
      leftOut.push(`${object.name}.${name}`);
    } else if (field.access === 'wo' || value === field.default) {
      // What is kept of a secret need not be what may be typed for it: a hash, say. A default needs no proof.
      read[name] = value;
    } else {
      const reading = field.read(value);
      if (!reading.ok)
        throw new Unusable(
          say('{{name}} is not valid: {{problem}}', { name: `${object.name}.${name}`, problem: reading.message }),
        );
      read[name] = reading.value;
    }
  }
  return read;
}

function isRows(part: Values | readonly Values[]): part is readonly Values[] {
  return Array.isArray(part);
}
