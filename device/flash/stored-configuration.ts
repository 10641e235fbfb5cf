import { breath, inBreaths } from '../../datapath/breath.ts';
import { Configuration, configuredDefaults, type Part } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { addingFactoryRows, factoryConfiguration } from '../../model/configuration/factory.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { tableFull } from '../../model/configuration/message.ts';
import { rowLimit } from '../../model/configuration/row-limit.ts';
import type { Problem } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import {
  type GroupObject,
  hasConfiguration,
  type ObjectDeclaration,
  rowKey,
  type TableObject,
} from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { Unusable } from './failure-reason.ts';
import { namelessRow, objectRefused, rowRefused, valueRefused } from './fault.ts';
import { isAsWritten, type KeptColumns, keptColumns } from './kept-columns.ts';
import { mendedConfiguration } from './mended-configuration.ts';

/** A configuration as it is kept: configured columns only, by object and column name. */
export interface StoredConfiguration {
  readonly objects: Readonly<Record<string, Values | readonly Values[]>>;
}

/** A kept configuration brought back, and what of it could not be. */
export interface RestoredConfiguration {
  readonly configuration: Configuration;
  /** Names of objects, columns and rows that this device does not have. */
  readonly leftOut: readonly string[];
  /** Values and rows that were refused, and replaced by their default or dropped, a sentence each. */
  readonly faults: readonly Message[];
}

/** The stored form of a configuration. */
export function storeConfiguration(objects: readonly ObjectDeclaration[], whole: Configuration): StoredConfiguration {
  const configuration = keptConfiguration(objects, whole);
  return {
    objects: Object.fromEntries(
      objects
        .filter((object) => hasConfiguration(object) && configuration.part(object) !== undefined)
        .map((object) => [
          object.name,
          object.shape === 'group'
            ? keptOf(object, configuration.group(object))
            : configuration.rows(object).map((row) => keptOf(object, row)),
        ]),
    ),
  };
}

/** The columns of a group or a row that are kept. */
export function keptOf(object: ObjectDeclaration, values: Values): Values {
  const kept = configuredDefaults(object);
  // Thousands of rows have nothing else.
  if (Object.keys(values).every((name) => name in kept)) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in kept));
}

/**
 * Brings a kept configuration back: every value is read by its field; what is missing takes its default or factory value, and
 * so does what its field or `problemsOf` refuses; a row whose index is refused goes. Nothing refused costs more than itself.
 * Rejects with `Unusable` where the rules cannot be satisfied so.
 */
export async function restoreConfiguration(
  objects: readonly ObjectDeclaration[],
  stored: StoredConfiguration,
  hardware: Hardware,
  problemsOf: (configuration: Configuration) => Promise<readonly Problem[]>,
): Promise<RestoredConfiguration> {
  const configured = objects.filter(hasConfiguration);
  const names = new Set(configured.map((object) => object.name));
  const lost: Lost = { leftOut: Object.keys(stored.objects).filter((name) => !names.has(name)), faults: [] };
  let known = Configuration.empty;
  let parts: Part[] = [];
  for (const object of configured) {
    const part = Object.hasOwn(stored.objects, object.name) ? stored.objects[object.name] : undefined;
    if (part === undefined) continue;
    if (isRows(part) !== (object.shape === 'table')) {
      lost.faults.push(objectRefused(object, say('the stored data has another format.')));
      continue;
    }
    parts.push(
      object.shape === 'table'
        ? { object, rows: restoredRows(object, isRows(part) ? part : [], hardware, lost) }
        : { object, values: restoredGroup(object, isRows(part) ? {} : part, hardware, lost) },
    );
    // A start has more to do than to read.
    if (!isRows(part) || part.length < ROWS_IN_A_BREATH) continue;
    await breath();
    known = known.withParts(parts);
    parts = [];
    await breath();
  }
  known = known.withParts(parts);
  const whole = await inBreaths(addingFactoryRows(objects, known, hardware));
  for (const object of configured) if (object.shape === 'table' && object.rows.of) noteGone(object, known, whole, lost);
  const factory = factoryConfiguration(objects, hardware);
  const mended = await mendedConfiguration(objects, whole, factory, problemsOf);
  if (!mended) throw new Unusable(say('its settings do not fit together'));
  return {
    configuration: withDependentRows(objects, mended.configuration, hardware, whole),
    leftOut: [...new Set(lost.leftOut)],
    faults: [...lost.faults, ...mended.faults],
  };
}

/** Rows of a table beyond which other work goes first. */
const ROWS_IN_A_BREATH = 512;

/** Parts that could not be restored. */
interface Lost {
  readonly leftOut: string[];
  readonly faults: Message[];
}

function restoredGroup(object: GroupObject, part: Values, hardware: Hardware, lost: Lost): Values {
  const factory: Values = object.factory?.(hardware) ?? {};
  return { ...factory, ...readValues(object, part, keptColumns(object), lost) };
}

function restoredRows(object: TableObject, part: readonly Values[], hardware: Hardware, lost: Lost): readonly Values[] {
  const factory = new Map(
    (object.factory?.(hardware) ?? []).map((row) => [rowKey(object, row as Values), row as Values]),
  );
  const rows = new Map<string, Values>();
  for (const [key, row] of factory) {
    if (object.rows.fixed || object.rows.builtIn?.({ ...configuredDefaults(object), ...row })) rows.set(key, row);
  }
  const max = rowLimit(object, hardware);
  const columns = keptColumns(object);
  for (const values of part) {
    const index = readIndex(object, values, columns, lost);
    if (!index) continue;
    const key = rowKey(object, index);
    if (object.rows.fixed && !object.rows.of && !factory.has(key)) lost.leftOut.push(`${object.name} ${key}`);
    else if (!rows.has(key) && rows.size >= max) lost.faults.push(rowRefused(object, index, tableFull(max), false));
    else if (isAsWritten(values, columns)) rows.set(key, values);
    else rows.set(key, { ...rows.get(key), ...index, ...readValues(object, values, columns, lost, index) });
  }
  return [...rows.values()];
}

/** Names the rows that no longer follow from anything. */
function noteGone(object: TableObject, known: Configuration, whole: Configuration, { leftOut }: Lost): void {
  const there = whole.rowMap(object);
  for (const key of known.rowMap(object).keys()) if (!there.has(key)) leftOut.push(`${object.name} ${key}`);
}

/** The index columns of a kept row; undefined where one is missing or refused. */
function readIndex(object: TableObject, values: Values, columns: KeptColumns, { faults }: Lost): Values | undefined {
  const index: Record<string, Value> = {};
  for (const name in object.index) {
    const column = columns.get(name);
    if (!column) continue;
    const kept = Object.hasOwn(values, name) ? values[name] : undefined;
    const reading = column.read(kept);
    if (!reading.ok && kept !== column.field.default) {
      faults.push(namelessRow(object, name, reading.message));
      return undefined;
    }
    index[name] = reading.ok ? reading.value : column.field.default;
  }
  return index;
}

/** The configured columns of what is kept, index columns apart; those refused are left out. */
function readValues(
  object: ObjectDeclaration,
  values: Values,
  columns: KeptColumns,
  { leftOut, faults }: Lost,
  row?: Values,
): Values {
  const read: Record<string, Value> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columns.get(name);
    if (!column) {
      leftOut.push(`${object.name}.${name}`);
    } else if (row && column.isIndex) {
      // Read before.
    } else if (column.isSecret || value === column.field.default) {
      // A default needs no proof.
      read[name] = value;
    } else {
      const reading = column.read(value);
      if (reading.ok) read[name] = reading.value;
      else faults.push(valueRefused(object, name, reading.message, row));
    }
  }
  return read;
}

function isRows(part: Values | readonly Values[]): part is readonly Values[] {
  return Array.isArray(part);
}
