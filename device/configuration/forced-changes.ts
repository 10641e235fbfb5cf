import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Kept } from '../flash/keeper.ts';
import { storeConfiguration } from '../flash/stored-configuration.ts';
import { type Forced, type Guard, timeOf } from '../guard/guard.ts';
import type { Revoker } from '../guard/guard-control.ts';
import type { Confirmation } from '../guard/proof.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import type { WaitingChange } from './waiting-change.ts';

/** Milliseconds after which a failed write to flash is retried. */
const RETRY = 5_000;

/** Callbacks of forced changes to the device around them. */
export interface ForcedSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly guard: Guard;
  readonly log: Log;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  /** The place of a pending change on flash. */
  readonly waiting: Kept<WaitingChange>;
  /** A forced change has been applied and waits to be confirmed: nothing that was there before proves anything. Never rejects. */
  provisional(): Promise<void>;
}

/** The same, with what only those who make the change know. */
interface WaitingSurroundings extends ForcedSurroundings {
  /** No change waits any longer: it was confirmed, taken back, or did not come about. */
  decided(): void;
  /** The former configuration is in force again. */
  returned(): void;
  /** The change forced by `user` is confirmed by this call. */
  confirmed(user: string, call: Confirmation): void;
}

/** How the waiting for a confirmation ends. */
interface Ends {
  /**
   * Puts back what was before; resolves to whether that is in force. Called until it is. `by` asked for it. Once it is, it waits for
   * `settle`, after which nothing waits any longer: what comes behind it in the queue is refused no more than before the change.
   */
  restore(by: Revoker | undefined, settle: () => Promise<void>): Promise<boolean>;
  /** The log message if it was not confirmed in time. */
  readonly restored: Message;
  /**
   * The former configuration is in force again; `who` reverted the change, undefined if it was not confirmed in time.
   */
  returned?(who: Message | undefined): void;
  /** It was confirmed. Never rejects. */
  confirmed?(): Promise<void>;
  /** Whether `restore` still leads to what was before, where it was confirmed: nothing else was changed since. */
  isRevocable?(): boolean;
}

/**
 * Life of a forced change, from before it is applied until it is confirmed or reverted: its record on flash, and the
 * guard.
 */
export class ForcedChanges {
  readonly #around: WaitingSurroundings;
  /** Flash still says of a change that it waits, and it does not: why, and the end of trying again. */
  #lingering: { readonly reason: Message; readonly cancel: Cancel } | undefined;

  constructor(around: WaitingSurroundings) {
    this.#around = around;
  }

  /**
   * Writes to flash the configuration that a start before the confirmation returns to. If that fails the change is made
   * anyway: the next start then begins with the last saved configuration, which never contains a pending change.
   */
  async announce(forced: Forced, former: Configuration): Promise<void> {
    try {
      await this.#keep(forced, former);
    } catch (error) {
      const reason = reasonOf(error);
      this.#complain(
        say('The configuration before a forced change could not be saved, because {{reason}}.', { reason }),
      );
    }
  }

  /**
   * Puts on flash what the next start tries, once. Nothing else is changed until then. Rejects with a `Refusal` where it
   * cannot be written.
   */
  async announceRestart(forced: Forced, former: Configuration, next: Configuration): Promise<void> {
    try {
      await this.#keep(forced, former, next);
    } catch (error) {
      this.#complain(say('Could not save the restored configuration: {{reason}}.', { reason: reasonOf(error) }));
      throw new Refusal(ErrorCode.commitFailed, say('The configuration could not be written to flash.'));
    }
    this.#around.guard.hold(forced);
  }

  /** The announced change was not made. */
  async withdraw(): Promise<void> {
    this.#around.guard.drop();
    await this.forget();
  }

  /**
   * The forced change is in force, by a start that has to be reached first if it `starts`: waits for its confirmation
   * from now on. Resolves once it can be confirmed. Never rejects.
   */
  async wait(forced: Forced, { restore, restored, returned, confirmed, ...ends }: Ends, starts = false): Promise<void> {
    const { guard, log, provisional } = this.#around;
    const waiting = {
      ...forced,
      ...ends,
      restore: async (by: Revoker | undefined, settled: () => void) => {
        const { who } = by ?? {};
        const settle = async () => {
          await this.forget();
          settled();
        };
        if (!(await restore(by, settle))) return false;
        this.#around.returned();
        log.write(Severity.warning, who ? say('{{who}} reverted the forced change', { who }) : restored);
        returned?.(who);
        return true;
      },
      confirmed: async (call?: Confirmation) => {
        await confirmed?.();
        await this.forget();
        if (call) this.#around.confirmed(forced.user, call);
      },
    };
    guard.begin(waiting, starts);
    await provisional();
  }

  /**
   * Why the next start would not find what is saved now: the end of the pending change could not be written to flash
   * yet, and the start would revert it. Undefined if it would find it.
   */
  get obstacle(): Message | undefined {
    const reason = this.#lingering?.reason;
    return (
      reason && say('A configuration saved now would not be found at the next start, because {{reason}}.', { reason })
    );
  }

  /** Stops trying again. */
  end(): void {
    this.#lingering?.cancel();
    this.#lingering = undefined;
  }

  /**
   * Removes the record of a change that is no longer pending from flash; retries until it can, or once if there is none
   * as far as known (`isThere`). Never rejects.
   */
  async forget(isThere = true): Promise<void> {
    this.#around.decided();
    const before = this.#lingering;
    before?.cancel();
    try {
      await this.#around.waiting.remove();
      this.#lingering = undefined;
    } catch (error) {
      const reason = reasonOf(error);
      if (isThere) this.#lingering = { reason, cancel: this.#around.clock.after(RETRY, () => void this.forget()) };
      if (before) return;
      this.#complain(
        say('The end of the pending change could not be written to flash, because {{reason}}: a restart reverts it.', {
          reason,
        }),
      );
    }
  }

  #keep(forced: Forced, former: Configuration, next?: Configuration): Promise<void> {
    this.end();
    const { objects, waiting, wallClock } = this.#around;
    return waiting.save({
      ...forced,
      deadline: wallClock.now() + timeOf(forced),
      former: storeConfiguration(objects, former),
      ...(next && { next: storeConfiguration(objects, next) }),
    });
  }

  #complain(message: Message): void {
    this.#around.log.write(Severity.error, message);
  }
}
