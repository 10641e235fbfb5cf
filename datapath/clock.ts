import { SOME_MOMENT } from '../protocols/some-moment.ts';

/** Ends a timer; calling it again does nothing. */
export type Cancel = () => void;

/**
 * Monotonic time, handed in wherever time matters so that a test can drive it.
 * It never jumps: setting the date changes nothing here (docs/specification/system.md 0.6, "G10").
 */
export interface Clock {
  /** Milliseconds since an arbitrary start. */
  now(): number;
  /** Calls `action` once, `milliseconds` from now. */
  after(milliseconds: number, action: () => void): Cancel;
  /** Calls `action` again and again, `milliseconds` apart. */
  every(milliseconds: number, action: () => void): Cancel;
}

/** The longest time in milliseconds that the host's timers take (a signed 32-bit number); they fire at once above it. */
const LONGEST_HOST_TIMER = 2 ** 31 - 1;

/** The host's own monotonic clock; its timers never keep the process alive. A time may be as long as one likes. */
export const systemClock: Clock = {
  // Of `performance` a thread that has used it keeps a quarter of a megabyte of Node's own code.
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  after(milliseconds, action) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      const stage = Math.min(left, LONGEST_HOST_TIMER);
      timer = setTimeout(() => (left > stage ? wait(left - stage) : action()), stage);
      timer.unref?.();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
  every(milliseconds, action) {
    if (milliseconds > LONGEST_HOST_TIMER) return everyInStages(milliseconds, action);
    const timer = setInterval(action, milliseconds);
    timer.unref?.();
    return () => clearInterval(timer);
  },
};

function everyInStages(milliseconds: number, action: () => void): Cancel {
  let cancel: Cancel = () => {};
  const arm = () => {
    cancel = systemClock.after(milliseconds, () => {
      arm();
      action();
    });
  };
  arm();
  return () => cancel();
}

interface PendingTimer {
  due: number;
  readonly period: number | undefined;
  readonly action: () => void;
}

/** A clock that moves only when it is advanced; timers fire in order of their time. It begins at `SOME_MOMENT`. */
export class ManualClock implements Clock {
  #now = SOME_MOMENT;
  readonly #timers = new Set<PendingTimer>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, action: () => void): Cancel {
    return this.#add({ due: this.#now + milliseconds, period: undefined, action });
  }

  every(milliseconds: number, action: () => void): Cancel {
    return this.#add({ due: this.#now + milliseconds, period: milliseconds, action });
  }

  /** Lets `milliseconds` pass, firing what falls due on the way. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.due);
      if (next.period === undefined) this.#timers.delete(next);
      else next.due += next.period;
      next.action();
    }
    this.#now = end;
  }

  #add(timer: PendingTimer): Cancel {
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #next(end: number): PendingTimer | undefined {
    let first: PendingTimer | undefined;
    for (const timer of this.#timers) if (timer.due <= end && (!first || timer.due < first.due)) first = timer;
    return first;
  }
}
