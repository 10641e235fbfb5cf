import { Configuration, configuredDefaults } from '../../../model/configuration/configuration.ts';
import { addingFactoryRows } from '../../../model/configuration/factory.ts';
import { tableFull } from '../../../model/configuration/message.ts';
import { rowLimit } from '../../../model/configuration/row-limit.ts';
import type { Steps } from '../../../model/configuration/steps.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { type ObjectDeclaration, rowKey, type TableObject } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { sysUserEntry } from '../../system/administration/objects.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from '../../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import type { FileEntry, LineMessage } from './read-configuration-file.ts';

/** Rows of a large table that make one step. */
const ROWS_IN_A_STEP = 256;

/** Input of a restore. */
export interface RestoreInput {
  readonly entries: readonly FileEntry[];
  readonly objects: readonly ObjectDeclaration[];
  readonly hardware: Hardware;
  /** The configuration in force: secrets that the file does not hold come from it, and what else is kept. */
  readonly present: Configuration;
  /** Settings that the file does not name: `replace` takes those of a device never configured, `merge` keeps them. */
  readonly mode: 'replace' | 'merge';
  readonly keepAddress: boolean;
  /** Write-only values by line, decrypted. */
  readonly secrets: ReadonlyMap<number, Values>;
}

/** The configuration that a file comes to, and rows that this switch cannot have. */
export function* restoredConfiguration(
  input: RestoreInput,
): Steps<{ readonly configuration: Configuration; readonly mistakes: readonly LineMessage[] }> {
  const { objects, hardware, present, mode, keepAddress } = input;
  const mistakes: LineMessage[] = [];
  const byObject = new Map<ObjectDeclaration, FileEntry[]>();
  for (const entry of input.entries) {
    const entries = byObject.get(entry.object);
    if (entries) entries.push(entry);
    else byObject.set(entry.object, [entry]);
  }
  let configuration = mode === 'merge' ? present : Configuration.empty;
  for (const [object, entries] of byObject) {
    if (object.shape === 'group') {
      for (const entry of entries) {
        const values = completed(input, entry, present.group(object), mode === 'merge');
        configuration = configuration.withGroup(object, values);
      }
    } else {
      const rows = yield* restoredRows(input, object, entries, mistakes);
      configuration = configuration.withRows(object, rows);
    }
  }
  configuration = withAccountOf(yield* addingFactoryRows(objects, configuration, hardware), present);
  return { configuration: keepAddress ? withAddressesOf(configuration, present) : configuration, mistakes };
}

/** The rows of a table: those of the file, those that cannot go, and, in a merge, those that were there. */
function* restoredRows(
  input: RestoreInput,
  object: TableObject,
  entries: readonly FileEntry[],
  mistakes: LineMessage[],
): Steps<Values[]> {
  const { hardware, present, mode } = input;
  const before = present.rowMap(object);
  const factory = new Map((object.factory?.(hardware) ?? []).map((row) => [rowKey(object, row), row]));
  const rows = new Map<string, Values>(mode === 'merge' ? before : []);
  if (mode === 'replace') {
    for (const [key, row] of factory) {
      if (object.rows.fixed || object.rows.builtIn?.(row)) rows.set(key, { ...configuredDefaults(object), ...row });
    }
  }
  for (const [at, entry] of entries.entries()) {
    if (at % ROWS_IN_A_STEP === ROWS_IN_A_STEP - 1) yield undefined;
    // A table that was empty takes no row away in a merge, and has none to add.
    if (!entry.values) continue;
    const key = rowKey(object, entry.values);
    if (object.rows.fixed && !object.rows.of && !factory.has(key)) {
      const message = say('This switch does not have {{row}}.', { row: object.rowName(entry.values) });
      mistakes.push({ line: entry.line, message });
      continue;
    }
    const former = before.get(key) ?? configuredDefaults(object);
    rows.set(key, completed(input, entry, former, mode === 'merge'));
  }
  // A table far beyond its limit is not checked any further: its rows may be compared with one another.
  const max = rowLimit(object, hardware);
  if (rows.size > max) mistakes.push({ line: entries[0]?.line ?? 0, message: tableFull(max) });
  return [...rows.values()];
}

/**
 * The complete values of an entry. Values that the file leaves out are the defaults, in a merge the present ones; a
 * secret that the file does not hold stays as it is, so that a restore never leaves an account without its password.
 */
function completed(
  { secrets }: RestoreInput,
  { object, line, values = {} }: FileEntry,
  former: Values,
  merge: boolean,
): Values {
  const defaults = configuredDefaults(object);
  const kept = Object.entries(former).filter(([name]) => merge || object.fields[name]?.access === 'wo');
  return { ...defaults, ...Object.fromEntries(kept), ...values, ...secrets.get(line) };
}

/** With the interfaces, and the way out, of another configuration. */
function withAddressesOf(configuration: Configuration, present: Configuration): Configuration {
  return configuration
    .withRows(ipv4InterfaceEntry, present.rows(ipv4InterfaceEntry))
    .withRows(ipIfSecondaryEntry, present.rows(ipIfSecondaryEntry))
    .withGroup(ipDefaultRouter, present.group(ipDefaultRouter));
}

/** A file that names no account leaves the present one: one without a password of its own would be anybody's. */
function withAccountOf(configuration: Configuration, present: Configuration): Configuration {
  const accounts = configuration.rows(sysUserEntry);
  const isWhole = accounts.length > 0 && accounts.every(({ sysUserPasswordHash }) => sysUserPasswordHash !== '');
  return isWhole ? configuration : configuration.withRows(sysUserEntry, present.rows(sysUserEntry));
}
