import type { Cancel, Clock } from '../../datapath/clock.ts';

/** Milliseconds between two moments: what falls due in between is done at the later one. */
const TICK = 100;

/** Time that a test drives, for very many timers: each costs the same however many there are. */
export class TickClock implements Clock {
  #now = 0;
  readonly #due = new Map<number, Set<() => void>>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): Cancel {
    const moment = Math.max(this.#now + TICK, Math.ceil((this.#now + milliseconds) / TICK) * TICK);
    const actions = this.#due.get(moment) ?? new Set();
    this.#due.set(moment, actions);
    // A function of its own: the same action may be due twice.
    const act = () => action();
    actions.add(act);
    return () => actions.delete(act);
  }

  every(milliseconds: number, action: () => void): Cancel {
    let cancel: Cancel = () => {};
    const next = () => {
      cancel = this.after(milliseconds, () => {
        next();
        action();
      });
    };
    next();
    return () => cancel();
  }

  /** Lets time pass, moment by moment, and waits for what each brings about. */
  async advance(milliseconds: number): Promise<void> {
    for (const end = this.#now + milliseconds; this.#now < end; ) {
      this.#now += TICK;
      const actions = this.#due.get(this.#now);
      if (!actions) continue;
      this.#due.delete(this.#now);
      for (const act of actions) act();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
