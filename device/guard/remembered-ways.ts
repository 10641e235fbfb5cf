import type { ForwardingPlan, VlanId, VlanPlan } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { Session } from './session.ts';

/** Results that are kept: of two sessions at all times that one change is judged at. */
const KEPT = 16;

interface Remembered<Result> {
  readonly session: string;
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
  /** What was looked up among the VLANs; undefined where all were looked at. */
  readonly lookedUp: ReadonlyMap<VlanId, VlanPlan | undefined> | undefined;
  readonly result: Result;
}

/**
 * Remembers what follows from a plan, a state and a session and nothing else: most changes concern neither the session's VLAN nor
 * its port, and the present situation was judged with the change before. A result holds for every plan and state that differ only in
 * VLANs that were not looked at for it.
 */
export function rememberingWays<Result>(
  find: (plan: ForwardingPlan, state: ForwardingState, session: Session) => Result,
): (plan: ForwardingPlan, state: ForwardingState, session: Session) => Result {
  let kept: readonly Remembered<Result>[] = [];
  return (plan, state, session) => {
    const name = nameOf(session);
    const known = kept.find((one) => one.session === name && isSame(one.state, state) && holdsFor(one, plan));
    if (known) {
      if (known !== kept[0]) kept = [known, ...kept.filter((one) => one !== known)];
      return known.result;
    }
    const vlans = new LookedUpVlans(plan.vlans);
    const result = find({ ...plan, vlans }, state, session);
    kept = [{ session: name, plan, state, lookedUp: vlans.lookedUp, result }, ...kept].slice(0, KEPT);
    return result;
  };
}

function nameOf(session: Session): string {
  return JSON.stringify(session, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

function holdsFor({ plan, lookedUp }: Remembered<unknown>, other: ForwardingPlan): boolean {
  if (plan.vlans !== other.vlans) {
    if (!lookedUp) return false;
    for (const [vlan, entry] of lookedUp) if (other.vlans.get(vlan) !== entry) return false;
  }
  return isSame(plan, other, 'vlans');
}

/** Whether all members are the same, besides the one named. */
function isSame<Whole extends object>(one: Whole, other: Whole, besides?: keyof Whole): boolean {
  if (one === other) return true;
  const names = Object.keys(one) as (keyof Whole)[];
  return (
    names.length === Object.keys(other).length && names.every((name) => name === besides || one[name] === other[name])
  );
}

/** The VLANs of a plan, which tell what was looked up among them. */
class LookedUpVlans implements ReadonlyMap<VlanId, VlanPlan> {
  readonly #vlans: ReadonlyMap<VlanId, VlanPlan>;
  #lookedUp: Map<VlanId, VlanPlan | undefined> | undefined = new Map();

  constructor(vlans: ReadonlyMap<VlanId, VlanPlan>) {
    this.#vlans = vlans;
  }

  get lookedUp(): ReadonlyMap<VlanId, VlanPlan | undefined> | undefined {
    return this.#lookedUp;
  }

  get(vlan: VlanId): VlanPlan | undefined {
    const entry = this.#vlans.get(vlan);
    this.#lookedUp?.set(vlan, entry);
    return entry;
  }

  has(vlan: VlanId): boolean {
    return this.get(vlan) !== undefined;
  }

  get size(): number {
    return this.#all().size;
  }

  forEach(each: (entry: VlanPlan, vlan: VlanId, vlans: ReadonlyMap<VlanId, VlanPlan>) => void): void {
    this.#all().forEach(each);
  }

  keys(): MapIterator<VlanId> {
    return this.#all().keys();
  }

  values(): MapIterator<VlanPlan> {
    return this.#all().values();
  }

  entries(): MapIterator<[VlanId, VlanPlan]> {
    return this.#all().entries();
  }

  [Symbol.iterator](): MapIterator<[VlanId, VlanPlan]> {
    return this.#all()[Symbol.iterator]();
  }

  /** From now on every VLAN counts. */
  #all(): ReadonlyMap<VlanId, VlanPlan> {
    this.#lookedUp = undefined;
    return this.#vlans;
  }
}
