import type { Configuration } from '../model/configuration/configuration.ts';

/**
 * Run-time state that a feature declares: what its services learn and its engines decide. It is no part of the
 * configuration, and gone after a restart. Others read, follow and compile from it by the declaration.
 */
export interface Slot<Value> {
  /** For the log and for reading the code; unique among the features. */
  readonly name: string;
  /** The value at the start. */
  readonly empty: Value;
}

/** A slot that plans are compiled from. The guard asks what they would be later. */
export interface PlannedSlot<Value> extends Slot<Value> {
  /** The value that services would reach after a restart with this configuration. Pure. */
  afterRestart(present: Value, configuration: Configuration): Value;
  /** The value once all of it that has a limited time has ended. Pure. */
  atTheEnd(present: Value): Value;
}

/**
 * State of a slot after a restart: `returns` if engines learn the same again by themselves, `lost` if it is empty then,
 * or a function of what is kept.
 */
type Survival<Value> = 'returns' | 'lost' | ((present: Value, configuration: Configuration) => Value);

/** Declares a slot. Values are never changed in place: an update makes a new one, or gives back the present one. */
export function slot<Value>(name: string, empty: Value): Slot<Value> {
  return { name, empty };
}

/** Declares a slot that plans are compiled from; `atTheEnd` defaults to the present value. */
export function plannedSlot<Value>(
  name: string,
  empty: Value,
  survival: Survival<Value>,
  atTheEnd: (present: Value) => Value = (present) => present,
): PlannedSlot<Value> {
  const afterRestart = (present: Value, configuration: Configuration) => {
    if (survival === 'returns') return present;
    return survival === 'lost' ? empty : (survival as Exclude<Survival<Value>, string>)(present, configuration);
  };
  return { name, empty, afterRestart, atTheEnd };
}

/** Reads slots. */
export interface SlotReader {
  get<Value>(slot: Slot<Value>): Value;
}

/** The slots as they are, but for one with another value. */
export function slotsWith<Replaced>(slots: SlotReader, replaced: Slot<Replaced>, value: Replaced): SlotReader {
  return {
    // The value read by this very slot is of its type.
    get: <Value>(slot: Slot<Value>) => (slot === (replaced as unknown) ? (value as unknown as Value) : slots.get(slot)),
  };
}

/** The slots once everything in them that has a limited time has ended. */
export function slotsAtTheEnd(slots: SlotReader): SlotReader {
  return { get: (slot) => (isPlanned(slot) ? slot.atTheEnd(slots.get(slot)) : slots.get(slot)) };
}

/** The slots as services would fill them after a restart with this configuration. */
export function slotsAfterRestart(slots: SlotReader, configuration: Configuration): SlotReader {
  return { get: (slot) => (isPlanned(slot) ? slot.afterRestart(slots.get(slot), configuration) : slots.get(slot)) };
}

function isPlanned<Value>(slot: Slot<Value>): slot is PlannedSlot<Value> {
  return 'afterRestart' in slot;
}

/** The run-time state of a switch. */
export interface Slots extends SlotReader {
  /**
   * Replaces a slot's value by what `change` makes of the present one; the same value changes nothing. It holds at once, and
   * reaches the datapath and the followers before anything else is worked off.
   */
  update<Value>(slot: Slot<Value>, change: (present: Value) => Value): void;
  /**
   * Calls `listener` after any of the slots changed, once for all changes of a moment, until the function it gives back is
   * called.
   */
  follow(slots: readonly Slot<unknown>[], listener: () => void): () => void;
}

/** Holds slots' values and notifies their followers. */
export class SlotStore implements Slots {
  readonly #values = new Map<Slot<unknown>, unknown>();
  readonly #followers = new Map<() => void, ReadonlySet<Slot<unknown>>>();
  readonly #settle: (changed: ReadonlySet<Slot<unknown>>) => void;
  readonly #failed: (error: unknown) => void;
  #changed = new Set<Slot<unknown>>();

  /**
   * @param settle is called with the slots that changed, before the followers are notified.
   * @param failed is called with what `settle` or a follower threw; the others are notified anyway.
   */
  constructor(settle: (changed: ReadonlySet<Slot<unknown>>) => void, failed: (error: unknown) => void) {
    this.#settle = settle;
    this.#failed = failed;
  }

  get<Value>(slot: Slot<Value>): Value {
    // Values of a slot were stored by `update` with the slot's own type.
    return this.#values.has(slot) ? (this.#values.get(slot) as Value) : slot.empty;
  }

  update<Value>(slot: Slot<Value>, change: (present: Value) => Value): void {
    const present = this.get(slot);
    const next = change(present);
    if (next === present) return;
    this.#values.set(slot, next);
    if (this.#changed.size === 0) queueMicrotask(() => this.#tell());
    this.#changed.add(slot);
  }

  follow(slots: readonly Slot<unknown>[], listener: () => void): () => void {
    const called = () => listener();
    this.#followers.set(called, new Set(slots));
    return () => this.#followers.delete(called);
  }

  #tell(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#attempt(() => this.#settle(changed));
    for (const [listener, slots] of this.#followers) {
      if ([...changed].some((slot) => slots.has(slot))) this.#attempt(listener);
    }
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }
}
