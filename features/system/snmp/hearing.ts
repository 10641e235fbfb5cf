import type { Clock } from '../../../datapath/clock.ts';
import { SourceLock } from '../../../device/sessions/source-lock.ts';

/** Wrong communities and passwords after which an address is suspected, and for how many milliseconds. */
const LOCK = { attempts: 20, lockTime: 300_000 };

/** Minutes that a suspicion lasts, for the log. */
export const SUSPECTED_MINUTES = LOCK.lockTime / 60_000;

/**
 * The addresses in whose name too many wrong communities or passwords came: wrong messages from them are neither answered nor
 * reported for a while. A datagram does not prove its source, so right messages are always answered: a stranger who sends
 * wrong ones in the name of a manager does not silence the manager. Uses monotonic time.
 */
export class Hearing {
  readonly #locks: SourceLock;

  constructor(clock: Clock) {
    this.#locks = new SourceLock(clock, LOCK);
  }

  isSuspected(address: string): boolean {
    return this.#locks.isLocked(sourceAt(address));
  }

  /** A message from this address was wrong; true if the address is suspected from now on. */
  fail(address: string): boolean {
    return !this.isSuspected(address) && this.#locks.fail(sourceAt(address));
  }
}

const sourceAt = (address: string) => ({ key: address, shownAs: address });
