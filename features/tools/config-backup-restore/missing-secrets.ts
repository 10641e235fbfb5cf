import type { Configuration } from '../../../model/configuration/configuration.ts';
import { holds } from '../../../model/schema/condition.ts';
import type { Field } from '../../../model/schema/field.ts';
import type { ObjectDeclaration, TableObject } from '../../../model/schema/object.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';

/** Found before: tables have thousands of rows. */
const known = new WeakMap<TableObject, readonly [string, Field][]>();

/** The fields of a table that are kept and never read back. */
function secretsOf(table: TableObject): readonly [string, Field][] {
  const found =
    known.get(table) ??
    Object.entries<Field>(table.fields).filter(([, { sealed, access }]) => sealed && access === 'wo');
  known.set(table, found);
  return found;
}

/** The labels of the secrets that a row cannot do without and does not have: a restored file did not hold them. */
export function missingIn(table: TableObject, row: Values): string[] {
  return secretsOf(table)
    .filter(([name, field]) => row[name] === '' && isNeeded(field, row))
    .map(([, { label }]) => label);
}

/** A password that is typed under a condition is not kept; the key that it makes is, by another column of that condition. */
function isNeeded({ limits, shownWhen }: Field, row: Values): boolean {
  if (limits.minLength !== 0) return shownWhen === undefined;
  return shownWhen !== undefined && holds(shownWhen, (column) => row[column]);
}

/** A line for each secret that is missing in a configuration. Reads only the rows of tables that have secrets. */
export function missingSecrets(objects: readonly ObjectDeclaration[], configuration: Configuration): Message[] {
  return objects.flatMap((object) => {
    if (object.shape !== 'table' || secretsOf(object).length === 0) return [];
    return configuration
      .rows(object)
      .flatMap((row) =>
        missingIn(object, row).map((label) =>
          say('{{row}}: {{field}} is empty.', { row: object.rowName(row), field: say(label) }),
        ),
      );
  });
}
