import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { Message } from '../../model/values/message.ts';
import type { GuardControl, ProvisionalChange, Revoker } from './guard-control.ts';
import type { Outlook } from './outlook.ts';
import { type Confirmation, type Proof, proves } from './proof.ts';

/**
 * Milliseconds in which a forced change has to be confirmed (docs/specification/protocol.md, "One guard against locking the
 * administrator out").
 */
const PROVISIONAL_TIME = 60_000;

/**
 * Additional milliseconds of a start until it is reached: its addresses have to come up, and the waiting client checks
 * only now and then.
 */
const START_TIME = 30_000;

/** Milliseconds after which is tried again what could not be put back. */
const RETRY = 5_000;

/** Milliseconds in which a change has to be confirmed. */
export function timeOf({ time = PROVISIONAL_TIME }: Pick<Forced, 'time'>): number {
  return time;
}

/** A change that had to be forced. */
export interface Forced {
  /** Why it had to be. */
  readonly reason: Message;
  /** The user who forced it. */
  readonly user: string;
  /** The proof that confirms it. */
  readonly proof: Proof;
  /** Milliseconds in which that has to be; default a minute. */
  readonly time?: number;
}

/** A forced change that waits, and how that ends. */
interface WaitingForced extends Forced {
  /**
   * Restores the former configuration; resolves to whether it is in force. Called until it is. `by` requested it;
   * undefined if the change was not confirmed in time. At `settled`, which it may call before, nothing waits any longer.
   */
  restore(by: Revoker | undefined, settled: () => void): Promise<boolean>;
  /** It was confirmed, by this call where it was no word from afar: no later start puts anything back. Never rejects. */
  confirmed(call?: Confirmation): Promise<void>;
  /** Whether `restore` may still be called once it is confirmed: nothing else was changed since. */
  isRevocable?(): boolean;
}

interface Pending extends WaitingForced {
  deadline: number;
  /** No client can have reached the switch since: its minute has not begun. */
  isUnreached: boolean;
  cancel: Cancel;
  /** It is confirmed, or too late for that. */
  isDecided: boolean;
}

/**
 * Waits for a forced change to be confirmed, and calls for what was before when it is not. The change counts as waiting
 * until the one or the other is done.
 */
export class Guard implements GuardControl {
  readonly #clock: Clock;
  #pending: Pending | undefined;
  /** The last confirmed change. */
  #confirmed: Pending | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to wait; `starts` where the switch has just been started and has to be reached first. */
  begin(change: WaitingForced, starts = false): void {
    this.#pending?.cancel();
    const pending: Pending = { ...change, deadline: 0, cancel: () => {}, isUnreached: starts, isDecided: false };
    const time = timeOf(change);
    this.#arm(pending, starts ? START_TIME + time : time);
    this.#pending = pending;
    this.#confirmed = undefined;
  }

  /** A request came in: of a change that a start has put in force the minute begins. */
  reached(): void {
    const pending = this.#pending;
    if (!pending?.isUnreached || pending.isDecided) return;
    pending.isUnreached = false;
    pending.cancel();
    this.#arm(pending, Math.min(timeOf(pending), pending.deadline - this.#clock.now()));
  }

  /**
   * The forced change takes effect by a restart that follows: nothing else is changed until then, and nothing confirms
   * it.
   */
  hold(change: Forced): void {
    this.#pending?.cancel();
    const deadline = this.#clock.now() + timeOf(change);
    const ends = { restore: async () => true, confirmed: async () => {}, cancel: () => {} };
    this.#pending = { ...change, ...ends, deadline, isUnreached: false, isDecided: true };
  }

  provisional(): ProvisionalChange | undefined {
    if (!this.#pending) return undefined;
    const { reason, user, proof } = this.#pending;
    return { reason, user, change: proof.change, secondsLeft: this.#secondsLeft(this.#pending) };
  }

  secondsToTakeBack(): number {
    const revocable = this.#revocable();
    return revocable ? this.#secondsLeft(revocable) : 0;
  }

  /** Takes an authenticated call as confirmation if it proves that it came over the changed path. Resolves to whether it did. */
  confirm(call: Confirmation, outlook: Outlook): Promise<boolean> {
    return this.#confirmWhere((proof) => proves(call, outlook, proof), call);
  }

  async takeBack(by: Revoker): Promise<boolean> {
    const pending = this.#pending;
    if (!pending) return this.#revoke(by);
    if (pending.isDecided) return false;
    pending.cancel();
    await this.#restore(pending, by);
    return this.#pending !== pending;
  }

  confirmFromAfar(change: string): Promise<boolean> {
    return this.#confirmWhere((proof) => proof.change === change);
  }

  /** Forgets the waiting change: it was taken back otherwise, or the switch stops. */
  drop(): void {
    this.#pending?.cancel();
    this.#pending = undefined;
    this.#confirmed = undefined;
  }

  async #confirmWhere(isProved: (proof: Proof) => boolean, call?: Confirmation): Promise<boolean> {
    const pending = this.#pending;
    if (!pending || pending.isDecided || !isProved(pending.proof)) return false;
    pending.isDecided = true;
    pending.cancel();
    await pending.confirmed(call);
    this.#end(pending);
    this.#confirmed = pending;
    return true;
  }

  async #revoke(by: Revoker): Promise<boolean> {
    const revocable = this.#revocable();
    if (!revocable) return false;
    this.#confirmed = undefined;
    return revocable.restore(by, () => {}).catch(() => false);
  }

  #revocable(): Pending | undefined {
    const confirmed = this.#confirmed;
    return confirmed && this.#secondsLeft(confirmed) > 0 && confirmed.isRevocable?.() ? confirmed : undefined;
  }

  #secondsLeft({ deadline }: Pending): number {
    return Math.max(0, Math.ceil((deadline - this.#clock.now()) / 1000));
  }

  #arm(pending: Pending, time: number): void {
    pending.deadline = this.#clock.now() + time;
    pending.cancel = this.#clock.after(time, () => void this.#restore(pending));
  }

  async #restore(pending: Pending, by?: Revoker): Promise<void> {
    pending.isDecided = true;
    const isBack = await pending.restore(by, () => this.#end(pending)).catch(() => false);
    if (isBack) this.#end(pending);
    else if (this.#pending === pending)
      pending.cancel = this.#clock.after(RETRY, () => void this.#restore(pending, by));
  }

  #end(pending: Pending): void {
    if (this.#pending === pending) this.#pending = undefined;
  }
}
