import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { AccessAddress } from '../access-plan.ts';
import { plainAddress } from '../plain-address.ts';
import type { InForce } from './in-force.ts';
import type { SerialQueue } from './serial-queue.ts';

/** Milliseconds for which the switch answers at an address of a change that was taken back from there: as long as a ticket is good. */
const DEPARTURE = 60_000;

/** The addresses of before at which the switch still answers, so that clients there learn where it is from now on. */
export class Departure {
  readonly #clock: Clock;
  readonly #queue: SerialQueue;
  readonly #inForce: Pick<InForce, 'holdAddresses'>;
  /** The end of the time for which the address stays by which somebody took a change back. */
  #end: Cancel | undefined;

  constructor(clock: Clock, queue: SerialQueue, inForce: Pick<InForce, 'holdAddresses'>) {
    this.#clock = clock;
    this.#queue = queue;
    this.#inForce = inForce;
  }

  /** A change that is to be confirmed moves addresses: all former ones stay until `leave`. */
  async keepAll(): Promise<void> {
    this.#end?.();
    this.#end = undefined;
    await this.#hold(() => true);
  }

  /** A client that reverts a change at an address of its own learns there where the switch is from now on. */
  async stayAt(own: string): Promise<void> {
    this.#end?.();
    this.#end = this.#clock.after(DEPARTURE, () => {
      this.#end = undefined;
      this.leave();
    });
    await this.#hold(({ address }) => address === plainAddress(own));
  }

  /** The former addresses are no longer needed, unless a client still has to be redirected. */
  leave(): void {
    if (!this.#end) this.#inForce.holdAddresses();
  }

  /** The switch ends. */
  end(): void {
    this.#end?.();
  }

  /** Keeps these of the addresses of before, within a turn. */
  async #hold(isHeld: (address: AccessAddress) => boolean): Promise<void> {
    this.#inForce.holdAddresses(isHeld);
    // The state in force follows the slot first, within this turn: afterwards it would undo the change.
    await Promise.resolve();
    await this.#queue.run(async () => {});
  }
}
