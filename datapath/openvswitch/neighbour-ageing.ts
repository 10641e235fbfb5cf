import type { Cancel, Clock } from '../clock.ts';
import type { ForwardingPlan } from '../plan.ts';
import { interfaceNames } from './host-interfaces.ts';
import { ageKernelNeighbours } from './kernel-neighbours.ts';
import { RETRY_MILLISECONDS } from './standing-connections.ts';

/** Forgets neighbors in time, as the plan in force says. */
export class NeighbourAgeing {
  readonly #clock: Clock;
  readonly #plan: () => ForwardingPlan;
  /** The aging time by which the next check was set. */
  #agedBy: ForwardingPlan['arpAgeing'] | undefined;
  #cancelNext: Cancel = () => {};
  #ended = false;

  constructor(clock: Clock, plan: () => ForwardingPlan) {
    this.#clock = clock;
    this.#plan = plan;
  }

  /** This plan is in force now. */
  follow({ arpAgeing }: ForwardingPlan): void {
    if (arpAgeing !== this.#agedBy) this.#age();
  }

  end(): void {
    this.#ended = true;
    this.#cancelNext();
  }

  /** Forgets expired neighbors, now and whenever the next one expires. */
  #age(): void {
    const plan = this.#plan();
    this.#agedBy = plan.arpAgeing;
    this.#cancelNext();
    this.#cancelNext = () => {};
    const again = (pause: number | undefined) => {
      if (this.#ended || this.#agedBy !== plan.arpAgeing || pause === undefined) return;
      this.#cancelNext = this.#clock.after(pause, () => this.#age());
    };
    // If the host does not answer, it is asked again.
    ageKernelNeighbours(plan.arpAgeing, interfaceNames(plan)).then(again, () => again(RETRY_MILLISECONDS));
  }
}
