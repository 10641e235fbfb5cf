import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cancel } from '../../datapath/clock.ts';
import { type Message, say } from '../../model/values/message.ts';

/** The fence within which the present code runs, across awaits, timers and sockets. */
const present = new AsyncLocalStorage<Fence | undefined>();

/**
 * Encloses one run of a service: all calls of the service go through it. Its errors end here, and when the fence is
 * closed, whatever the service asked for ends at once.
 */
export class Fence {
  readonly #failed: (when: Message, error: unknown) => void;
  readonly #ends = new Set<Cancel>();
  #open = true;
  #tellClosed: () => void = () => undefined;
  /** Resolves when the fence is closed. */
  readonly closed = new Promise<undefined>((resolve) => {
    this.#tellClosed = () => resolve(undefined);
  });

  /** @param failed is called once with what the service threw and when ("in a timer"): the fence is closed by then. */
  constructor(failed: (when: Message, error: unknown) => void) {
    this.#failed = failed;
  }

  /** Runs the service's code; what it throws is the caller's to catch, what it leaves running belongs to the fence. */
  run<Result>(code: () => Result): Result {
    return present.run(this, code);
  }

  /** A callback that is no longer called once the fence is closed, and from which nothing is thrown. */
  guard<Given extends unknown[]>(when: Message, callback: (...given: Given) => unknown): (...given: Given) => void {
    return (...given) => {
      if (!this.#open) return;
      try {
        const result = this.run(() => callback(...given));
        if (result instanceof Promise) result.catch((error: unknown) => this.fail(when, error));
      } catch (error) {
        this.fail(when, error);
      }
    };
  }

  /** Takes down what ends something that the service asked for; the function given back ends it earlier. */
  enclose(end: Cancel): Cancel {
    if (!this.#open) {
      end();
      return end;
    }
    this.#ends.add(end);
    return () => {
      this.#ends.delete(end);
      end();
    };
  }

  /** The service failed. Errors after the fence is closed belong to a run that is already over. */
  fail(when: Message, error: unknown): void {
    if (!this.#open) return;
    this.close();
    this.#failed(when, error);
  }

  close(): void {
    this.#open = false;
    const ends = [...this.#ends];
    this.#ends.clear();
    for (const end of ends) end();
    this.#tellClosed();
  }
}

/** Runs what a service asks of the rest of the device: what comes of it later is not the service's doing. */
export function outside<Result>(code: () => Result): Result {
  return present.run(undefined, code);
}

/**
 * Passes an uncaught error to the service whose code threw it; false if it came from none. To be called by the
 * process's handlers of such errors, in the context that Node.js calls them in.
 */
export function failPresentFence(error: unknown): boolean {
  const fence = present.getStore();
  fence?.fail(say('in the background'), error);
  return fence !== undefined;
}
