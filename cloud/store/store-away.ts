import { Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';

/** The store cannot be reached, as reported to callers. */
export class StoreAway extends Refusal {
  /** @param isUndone False where the store went away while it was to keep something: that may be kept all the same. */
  constructor(isUndone: boolean, cause: Error) {
    super(
      ErrorCode.resourceUnavailable,
      isUndone
        ? say('The store of the cloud does not respond. Try again in a moment.')
        : say('The store of the cloud failed during this change. Check whether it was made before you try again.'),
    );
    this.cause = cause;
  }
}
