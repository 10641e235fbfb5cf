import type { Attack } from '../attack.ts';
import { attackOf } from '../attack-shapes.ts';
import { emptyPlan, type ForwardingPlan } from '../plan.ts';

/** Recognizes frames of the shapes that the plan denies, and counts them. */
export class AttackFilter {
  readonly #dropped = new Map<Attack, bigint>();
  #plan: Pick<ForwardingPlan, 'deniedAttacks' | 'interfaces'> = emptyPlan;

  configure(plan: ForwardingPlan): void {
    this.#plan = plan;
  }

  get isIdle(): boolean {
    return this.#plan.deniedAttacks.size === 0;
  }

  /** Whether a frame that represents `frames` equal ones has a denied shape. */
  denies(frame: Uint8Array, frames: number): boolean {
    const attack = attackOf(this.#plan, frame);
    if (attack) this.#dropped.set(attack, (this.#dropped.get(attack) ?? 0n) + BigInt(frames));
    return attack !== undefined;
  }

  dropped(): ReadonlyMap<Attack, bigint> {
    return new Map(this.#dropped);
  }
}
