import type { Configuration } from '../../../model/configuration/configuration.ts';
import { hasConfiguration, type ObjectDeclaration, rowKey } from '../../../model/schema/object.ts';
import type { Value, Values } from '../../../model/wire/call.ts';

/** Names the format in the first line of a file. */
export const FILE_FORMAT = 'faceplate-configuration';

/** First line of a configuration file. */
export interface FileHeader {
  readonly model: string;
  /** Of the software that made it. */
  readonly version: string;
  /** Of the objects and columns that it names (`SLOT_VERSION`); files of before it was written are of version 1. */
  readonly configurationVersion: number;
  /** Salt of the key that the file's secrets are encrypted with, base64; absent where it has none. */
  readonly salt?: string;
}

/** Encrypts the secrets of the entry that `place` names, so that what comes out opens at no other entry. */
export type Seal = (secrets: Values, place: string) => string;

/** Names an entry within a file: the object, and the row's key. */
export function entryPlace(object: ObjectDeclaration, values: Values): string {
  return object.shape === 'table' ? `${object.name} ${rowKey(object, values)}` : object.name;
}

/**
 * The lines of a configuration as a text file: JSON, a line an entry, so that a mistake can be named by its line. The first line
 * says what it is; a group's line holds its values; a table has a line for each row, or one that says that it is empty. Write-
 * only values are encrypted by `seal`, or left out without it.
 */
export function* formatConfigurationFile(
  header: FileHeader,
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  seal?: Seal,
): Generator<string> {
  const line = (object: ObjectDeclaration, kind: 'values' | 'row', values: Values) => {
    const secrets = columns(values, (name) => object.fields[name]?.access === 'wo' && values[name] !== '');
    const secret = seal && Object.keys(secrets).length > 0 ? seal(secrets, entryPlace(object, values)) : undefined;
    const open = columns(values, (name) => object.fields[name]?.access !== 'wo');
    return { object: object.name, [kind]: open, ...(secret !== undefined && { secret }) };
  };
  yield text({ format: FILE_FORMAT, ...header });
  for (const object of objects.filter(hasConfiguration)) {
    if (object.shape === 'group') {
      yield text(line(object, 'values', configuration.group(object)));
      continue;
    }
    const rows = configuration.rows(object);
    if (rows.length === 0) yield text({ object: object.name, empty: true });
    for (const row of rows) yield text(line(object, 'row', row));
  }
}

function text(entry: object): string {
  return `${JSON.stringify(entry)}\n`;
}

function columns(values: Values, isWanted: (name: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
