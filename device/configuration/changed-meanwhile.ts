import { type Change, changeMessage, nameOf } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { isConfigured, rowKey } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Request } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';

/**
 * Throws a `Refusal` where a column is no longer what the caller knows it as (`was`), nor what he asks for. `userOf` names the user of
 * a value's last change, as far as that is known.
 */
export function refuseChangedMeanwhile(
  configuration: Configuration,
  { kind, object, values, was }: Request,
  userOf: (change: Change) => string | undefined,
): void {
  if (kind !== 'set' || !was) return;
  const present: Values | undefined =
    object.shape === 'group' ? configuration.group(object) : configuration.rowMap(object).get(rowKey(object, values));
  for (const [column, from] of Object.entries(was)) {
    const field = object.fields[column];
    const to = present?.[column];
    // A secret is not known to anyone who reads.
    if (!field || !isConfigured(field) || field.access === 'wo') continue;
    if (!present || to === undefined || to === from || to === values[column]) continue;
    const change: Change = {
      object,
      kind: 'value',
      column,
      from,
      to,
      ...(object.shape === 'table' && { row: present }),
    };
    const { what, ...told } = changeMessage(change, nameOf(change));
    const said = { what, from: told.from ?? '', to: told.to ?? '' };
    const user = userOf(change);
    throw new Refusal(
      ErrorCode.changedMeanwhile,
      user === undefined
        ? say('Another session changed {{what}} meanwhile: {{from}} → {{to}}.', said)
        : say('{{user}} changed {{what}} meanwhile: {{from}} → {{to}}.', { user, ...said }),
      placeIn(object, present, column),
    );
  }
}
