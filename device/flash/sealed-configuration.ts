import { type ObjectDeclaration, rowKey } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { type DeviceKey, isSealed } from './device-key.ts';
import { valueRefused } from './fault.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

/** A configuration whose secrets were opened. */
export interface OpenedConfiguration {
  readonly stored: StoredConfiguration;
  /** Secrets that no longer open, a sentence each; they are left out. */
  readonly faults: readonly Message[];
  /** Some secret was in clear: it was kept by a version that did not seal. */
  readonly wasClear: boolean;
}

/** The same configuration with every secret encrypted for its place. Encrypted ones stay as they are. */
export function sealedConfiguration(
  objects: readonly ObjectDeclaration[],
  stored: StoredConfiguration,
  key: Pick<DeviceKey, 'seal'>,
): StoredConfiguration {
  return withSecrets(objects, stored, (text, { place }) => (isSealed(text) ? text : key.seal(text, place)));
}

/** The same configuration with every secret in clear. */
export function openedConfiguration(
  objects: readonly ObjectDeclaration[],
  sealed: StoredConfiguration,
  key: Pick<DeviceKey, 'open'>,
): OpenedConfiguration {
  const faults: Message[] = [];
  let wasClear = false;
  const stored = withSecrets(objects, sealed, (text, { object, row, column, place }) => {
    if (!isSealed(text)) {
      wasClear = true;
      return text;
    }
    const opened = key.open(text, place);
    if (opened === undefined) {
      faults.push(valueRefused(object, column, say('it was encrypted with another key. Enter it again.'), row));
    }
    return opened;
  });
  return { stored, faults, wasClear };
}

/** The place of a secret. */
interface SecretPlace {
  readonly object: ObjectDeclaration;
  /** Its row's values; undefined for a group. */
  readonly row: Values | undefined;
  readonly column: string;
  /** The same in one text. */
  readonly place: string;
}

/** The place of a secret, in one text; `values` hold the index columns of its row. */
export function placeOfSecret(object: ObjectDeclaration, values: Values, column: string): string {
  return object.shape === 'table' ? `${object.name} ${rowKey(object, values)} ${column}` : `${object.name} ${column}`;
}

/** Each secret that is not empty as `change` makes it; left out where that is undefined. */
function withSecrets(
  objects: readonly ObjectDeclaration[],
  stored: StoredConfiguration,
  change: (text: string, place: SecretPlace) => string | undefined,
): StoredConfiguration {
  const changed: Record<string, Values | readonly Values[]> = { ...stored.objects };
  for (const object of objects) {
    const columns = Object.keys(object.fields).filter((name) => object.fields[name]?.sealed);
    const part = Object.hasOwn(changed, object.name) ? changed[object.name] : undefined;
    if (columns.length === 0 || part === undefined) continue;
    const ofEntry = (values: Values, row?: Values): Values => {
      const entry: Record<string, Value> = { ...values };
      for (const column of columns) {
        const text = entry[column];
        if (typeof text !== 'string' || text === '') continue;
        const next = change(text, { object, row, column, place: placeOfSecret(object, values, column) });
        if (next === undefined) delete entry[column];
        else entry[column] = next;
      }
      return entry;
    };
    changed[object.name] = isRows(part) ? part.map((row) => ofEntry(row, row)) : ofEntry(part);
  }
  return { objects: changed };
}

function isRows(part: Values | readonly Values[]): part is readonly Values[] {
  return Array.isArray(part);
}
