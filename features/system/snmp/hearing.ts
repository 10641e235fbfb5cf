import type { Clock } from '../../../datapath/clock.ts';
import { Allowance } from '../../../device/allowance.ts';
import { SourceLock } from '../../../device/sessions/source-lock.ts';

/** Wrong communities and passwords after which an address is suspected, and for how many milliseconds. */
const LOCK = { attempts: 20, lockTime: 300_000 };

/** Wrong ones of a suspected address that are looked at, in a second: who shares the address of a manager guesses no faster. */
const GUESSES = { rate: 50, burst: 50 };

/** Addresses with what proved itself there, and suspected ones, that are remembered at most. */
const ADDRESSES = 4096;

/** Communities and users remembered of an address: as many as there can be. */
const CREDENTIALS = 32;

/** Minutes that a suspicion lasts, for the log. */
export const SUSPECTED_MINUTES = LOCK.lockTime / 60_000;

/** How a message of one address is met. */
export interface Ear {
  /** Somebody at this address guessed too often: nothing wrong is answered there. */
  readonly isSuspected: boolean;
  /** The message proved to be of this community or user: whether it is heard. */
  proves(credential: string): boolean;
}

/**
 * Who is heard. An address in whose name too many wrong communities or passwords came is suspected for a while, and then
 * only heard with what had proved itself there before: whoever guesses learns no more, right or wrong, while a manager whose
 * address somebody else puts into his datagrams goes on being served. A right one takes no suspicion away: who knows the
 * community that reads does not guess the one that writes the faster for it. Uses monotonic time.
 */
export class Hearing {
  readonly #clock: Clock;
  readonly #locks: SourceLock;
  /** By address, the one heard last at the end. */
  readonly #proved = new Map<string, Set<string>>();
  readonly #guesses = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#locks = new SourceLock(clock, LOCK);
  }

  /** How a message from this address is met; undefined where it is not even looked at. */
  to(address: string): Ear | undefined {
    const isSuspected = this.#locks.isLocked({ key: address, shownAs: address });
    if (isSuspected && this.#guesses.get(address)?.has(this.#clock.now()) === false) return undefined;
    return {
      isSuspected,
      proves: (credential) => {
        if (isSuspected) return this.#proved.get(address)?.has(credential) ?? false;
        this.#remember(address, credential);
        return true;
      },
    };
  }

  /** A message from this address was wrong, or not heard; true where the address is suspected from now on. */
  fail(address: string): boolean {
    const source = { key: address, shownAs: address };
    if (!this.#locks.isLocked(source)) return this.#locks.fail(source);
    const now = this.#clock.now();
    const guesses = this.#guesses.get(address) ?? new Allowance(GUESSES, now);
    guesses.take(now);
    keepLast(this.#guesses, address, guesses);
    return false;
  }

  #remember(address: string, credential: string): void {
    const proved = this.#proved.get(address) ?? new Set();
    if (proved.size >= CREDENTIALS && !proved.has(credential)) proved.clear();
    proved.add(credential);
    keepLast(this.#proved, address, proved);
  }
}

/** Puts an entry at the end, and drops the first where there are too many. */
function keepLast<Held>(map: Map<string, Held>, address: string, held: Held): void {
  map.delete(address);
  const [first] = map.keys();
  if (map.size >= ADDRESSES && first !== undefined) map.delete(first);
  map.set(address, held);
}
