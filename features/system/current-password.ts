import type { DeviceContext } from '../../device/feature.ts';
import type { Caller } from '../../device/management.ts';
import { Refusal, type RefusalPlace } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';

/**
 * Checks that the caller knows the account's password; a wrong one counts as a failed login of its source. Rejects with a
 * `Refusal` at `place`.
 */
export async function checkCurrentPassword(
  { sessions }: DeviceContext,
  caller: Caller,
  given: Value | undefined,
  hash: string,
  place: RefusalPlace,
): Promise<void> {
  if (sessions.isLocked(caller)) {
    const message = say('Too many wrong passwords came from this browser; try again later.');
    throw new Refusal(ErrorCode.sourceLocked, message, place);
  }
  if (typeof given === 'string' && given !== '' && (await sessions.verifyPassword(given, hash))) return;
  sessions.countFailure(caller);
  throw new Refusal(ErrorCode.wrongValue, say('The current password is not correct.'), place);
}
