import { migrateEntry, wasClear } from '../../../device/flash/migrations.ts';
import type { Steps } from '../../../model/configuration/steps.ts';
import { hasConfiguration, isConfigured, type ObjectDeclaration } from '../../../model/schema/object.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { entryPlace, FILE_FORMAT, type FileHeader } from './configuration-file.ts';

/** Something wrong, or worth saying, at a line of a file. Lines count from 1. */
export interface LineMessage {
  readonly line: number;
  readonly message: Message;
}

/** One entry as it was read: its values are canonical. */
export interface FileEntry {
  readonly line: number;
  readonly object: ObjectDeclaration;
  /** Absent where the line says that the table is empty. */
  readonly values?: Values;
  /** The encrypted secrets. */
  readonly secret?: string;
}

/** A file as it was read. */
export interface ConfigurationFile {
  readonly header: FileHeader;
  readonly entries: readonly FileEntry[];
  /** Values that their fields refuse, lines that are not entries. */
  readonly mistakes: readonly LineMessage[];
  /** Objects and columns that this switch does not know. */
  readonly unknown: readonly LineMessage[];
}

/** Lines of a long file that make one step. */
const LINES_IN_A_STEP = 64;

type Fields = ReadonlyMap<string, unknown>;

/** Reads the first line; undefined where the text is not a configuration file. */
function readHeader(text: string): FileHeader | undefined {
  const fields = readObject(text.split('\n', 1)[0] ?? '');
  const model = fields?.get('model');
  const version = fields?.get('version');
  const salt = fields?.get('salt');
  if (fields?.get('format') !== FILE_FORMAT || typeof model !== 'string' || typeof version !== 'string') {
    return undefined;
  }
  const known = fields.get('configurationVersion');
  const configurationVersion = typeof known === 'number' && Number.isSafeInteger(known) ? known : 1;
  return { model, version, configurationVersion, ...(typeof salt === 'string' && { salt }) };
}

/** Reads a configuration file whole; undefined where the text is none. Never throws, whatever the text. */
export function* readConfigurationFile(
  text: string,
  objects: readonly ObjectDeclaration[],
): Steps<ConfigurationFile | undefined> {
  const header = readHeader(text);
  if (!header) return undefined;
  const byName = new Map(objects.filter(hasConfiguration).map((object) => [object.name, object]));
  const entries: FileEntry[] = [];
  const mistakes: LineMessage[] = [];
  const unknown: LineMessage[] = [];
  const seen = new Set<string>();
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    if (line % LINES_IN_A_STEP === 0) yield undefined;
    if (line === 1 || content.trim() === '') continue;
    const fields = readObject(content);
    const name = fields?.get('object');
    if (!fields || typeof name !== 'string') {
      mistakes.push({ line, message: say('The line is not an entry.') });
      continue;
    }
    for (const present of presentLines(name, fields, header.configurationVersion)) {
      const object = byName.get(present.name);
      if (!object) {
        const message = say('"{{name}}" is not known to this switch.', { name: present.name.slice(0, 64) });
        unknown.push({ line, message });
        continue;
      }
      const entry = readEntry(line, object, present.fields, header.configurationVersion, mistakes, unknown);
      if (!entry) continue;
      const place = entry.values ? entryPlace(object, entry.values) : object.name;
      if (seen.has(place)) mistakes.push({ line, message: say('The entry is a duplicate.') });
      seen.add(place);
      entries.push(entry);
    }
  }
  return { header, entries, mistakes, unknown };
}

/** A line of a file of `version` in the present format: itself, or the lines that its columns have moved to. */
function presentLines(name: string, fields: Fields, version: number): { name: string; fields: Fields }[] {
  const row = asFields(fields.get('row'));
  if (!row) return [{ name, fields }];
  return migrateEntry({ object: name, values: Object.fromEntries(row) }, version).map(({ object, values }) => ({
    name: object,
    fields: new Map([...(object === name ? fields : []), ['row', values]]),
  }));
}

function readEntry(
  line: number,
  object: ObjectDeclaration,
  fields: Fields,
  version: number,
  mistakes: LineMessage[],
  unknown: LineMessage[],
): FileEntry | undefined {
  const title = say(object.title);
  const secret = fields.get('secret');
  const secretPart = typeof secret === 'string' ? { secret } : {};
  if (object.shape === 'table' && fields.get('empty') === true) return { line, object };
  const given = asFields(fields.get(object.shape === 'table' ? 'row' : 'values'));
  if (!given) {
    mistakes.push({ line, message: say('{{object}}: the line has no values.', { object: title }) });
    return undefined;
  }
  const index: Fields = new Map(object.shape === 'table' ? Object.entries(object.index) : []);
  const values: Record<string, Value> = {};
  let good = true;
  for (const [column, input] of given) {
    const field = Object.hasOwn(object.fields, column) ? object.fields[column] : undefined;
    const isHidden = field?.access === 'wo' && !wasClear(object.name, column, version);
    if (!field || (!index.has(column) && (!isConfigured(field) || isHidden))) {
      const name = column.slice(0, 64);
      unknown.push({
        line,
        message: say('{{object}}: "{{name}}" is not known to this switch.', { object: title, name }),
      });
      continue;
    }
    const reading = field.read(input);
    // A default of a device never configured is right even if it could not be entered.
    if (reading.ok || input === field.default) values[column] = reading.ok ? reading.value : field.default;
    else {
      const message = say('{{object}}, {{field}}: {{problem}}', {
        object: title,
        field: say(field.label),
        problem: reading.message,
      });
      mistakes.push({ line, message });
      good = false;
    }
  }
  const missing = [...index.keys()].find((column) => values[column] === undefined);
  if (missing !== undefined && good) {
    const field = say(object.fields[missing]?.label ?? missing);
    mistakes.push({ line, message: say('{{object}}: {{field}} is missing.', { object: title, field }) });
  }
  return missing === undefined && good ? { line, object, values, ...secretPart } : undefined;
}

/** The members of a line of JSON that is an object; undefined for anything else. */
function readObject(line: string): Fields | undefined {
  try {
    return asFields(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** An object's own members as a map, in which no name means anything special. */
function asFields(value: unknown): Fields | undefined {
  return isRecord(value) ? new Map(Object.entries(value)) : undefined;
}
