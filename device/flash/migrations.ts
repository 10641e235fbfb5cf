import { isRecord } from '../../model/values/json-record.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { Unusable } from './failure-reason.ts';
import type { StoredConfiguration } from './stored-configuration.ts';

/** A group or a row as it is kept: of which object, and its columns. */
export interface KeptEntry {
  readonly object: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The entry of one version in the next: itself, or one or more others. */
type Migration = (entry: KeptEntry) => readonly KeptEntry[];

/** Migrations from each version to the next: the first from 1 to 2, and so on. */
const migrations: readonly Migration[] = [
  // Admin state and flow control moved from a port's row to the tables in which their standards have them.
  inTurn(
    withColumnMoved('ifAdminStatus', { from: 'portCtrlEntry', to: 'ifEntry', index: ['ifIndex', 'ifIndex'] }),
    withColumnMoved('dot3PauseAdminMode', {
      from: 'portCtrlEntry',
      to: 'dot3PauseEntry',
      index: ['ifIndex', 'dot3StatsIndex'],
    }),
  ),
  // Secrets are encrypted, and the names of communities are among them.
  (entry) => [entry],
  // Changes may be beside a slot's file, which software of before would not look for.
  (entry) => [entry],
];

/** The version that is written. */
export const SLOT_VERSION = migrations.length + 1;

/** Brings what a slot of `version` holds to the present version. Throws `Unusable`. */
export function migrate(stored: unknown, version: number): StoredConfiguration {
  if (version < 1 || version > SLOT_VERSION)
    throw new Unusable(say('its version {{version}} is not known', { version }));
  if (!isStored(stored)) throw new Unusable(say('it holds no configuration'));
  if (version === SLOT_VERSION) return stored;
  const present: Record<string, unknown> = {};
  for (const [object, part] of Object.entries(stored.objects)) {
    if (!isRows(part)) {
      for (const entry of migrateEntry({ object, values: part }, version)) present[entry.object] = entry.values;
      continue;
    }
    // A table without rows stays one.
    present[object] ??= [];
    for (const values of part) {
      for (const entry of migrateEntry({ object, values }, version)) {
        const rows = present[entry.object];
        if (Array.isArray(rows)) rows.push(entry.values);
        else present[entry.object] = [entry.values];
      }
    }
  }
  const migrated = { objects: present };
  if (!isStored(migrated)) throw new Unusable(say('it holds no configuration'));
  return migrated;
}

/** The present form of an entry stored by `version`. An unknown version changes nothing. */
export function migrateEntry(entry: KeptEntry, version: number): readonly KeptEntry[] {
  return inTurn(...migrations.slice(Math.max(1, version) - 1))(entry);
}

/** Whether files of `version` hold a column in clear that is a secret today. */
export function wasClear(object: string, column: string, version: number): boolean {
  return version < 3 && object === 'snmpCommunityEntry' && column === 'snmpCommunityName';
}

function inTurn(...steps: readonly Migration[]): Migration {
  return (entry) => steps.reduce<readonly KeptEntry[]>((soFar, step) => soFar.flatMap(step), [entry]);
}

/** Moves a column to the row of another table that is named by the same value, in an index column of another name or the same. */
function withColumnMoved(
  column: string,
  { from, to, index: [here, there] }: { from: string; to: string; index: readonly [here: string, there: string] },
): Migration {
  return (entry) => {
    if (entry.object !== from || !Object.hasOwn(entry.values, column)) return [entry];
    const { [column]: value, ...values } = entry.values;
    return [
      { object: from, values },
      { object: to, values: { [there]: values[here], [column]: value } },
    ];
  };
}

function isRows(part: StoredConfiguration['objects'][string]): part is readonly Values[] {
  return Array.isArray(part);
}

/** Whether parsed JSON has the form of a kept configuration, of whatever version. */
export function isStored(stored: unknown): stored is StoredConfiguration {
  if (!isRecord(stored) || !isRecord(stored.objects)) return false;
  return Object.values(stored.objects).every((part) => (Array.isArray(part) ? part.every(isValues) : isValues(part)));
}

function isValues(part: unknown): boolean {
  if (!isRecord(part)) return false;
  // No list of them: there are thousands of rows.
  for (const name in part) if (typeof part[name] !== 'string' && typeof part[name] !== 'number') return false;
  return true;
}
