import type { Configuration } from '../../../model/configuration/configuration.ts';
import { eachInSteps, type Steps } from '../../../model/configuration/steps.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { missingIn } from './missing-secrets.ts';
import type { ConfigurationFile } from './read-configuration-file.ts';

/** The rows of a file without secrets that are left without one: neither the file nor this switch has it. */
export function* leftWithout({ entries }: ConfigurationFile, next: Configuration): Steps<readonly Message[]> {
  const left: Message[] = [];
  yield* eachInSteps(entries, ({ object, values, secret }) => {
    if (object.shape !== 'table' || !values || secret !== undefined) return;
    const row = next.rowMap(object).get(rowKey(object, values));
    for (const label of row ? missingIn(object, row) : []) {
      left.push(
        say('{{row}}: {{field}} is empty because the file does not contain it.', {
          row: object.rowName(values),
          field: say(label),
        }),
      );
    }
  });
  return left;
}
