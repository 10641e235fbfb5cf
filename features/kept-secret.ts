import type { CallersRequest, DeviceContext } from '../device/feature.ts';
import { placeIn, Refusal } from '../device/refusal.ts';
import { rowKey } from '../model/schema/object.ts';
import type { Message } from '../model/values/message.ts';
import type { Values } from '../model/wire/call.ts';
import { ErrorCode } from '../model/wire/error-code.ts';

/**
 * The values to store for a request whose `column` is a secret: an empty one leaves an existing row's secret as it is.
 * Throws a `Refusal` with `missing` for a new row without one.
 */
export function withKeptSecret(
  { configuration }: Pick<DeviceContext, 'configuration'>,
  { object, kind, values }: CallersRequest,
  column: string,
  missing: Message,
): Values {
  const given = values[column] ?? '';
  if (given !== '') return values;
  if (kind === 'create') throw new Refusal(ErrorCode.wrongLength, missing, placeIn(object, values, column));
  if (values[column] === undefined || object.shape !== 'table') return values;
  const present = configuration().rowMap(object).get(rowKey(object, values));
  return { ...values, [column]: present?.[column] ?? '' };
}
