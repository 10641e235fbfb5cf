import { AsyncLocalStorage } from 'node:async_hooks';

interface Turn {
  open: boolean;
  readonly within: Promise<unknown>[];
}

/**
 * Runs tasks one after the other, in the order they came. A task started from within a running one (an operation that
 * changes the configuration, say) belongs to it: it runs at once instead of waiting for its own caller, and the outer one
 * ends only after it.
 */
export class SerialQueue {
  readonly #turns = new AsyncLocalStorage<Turn>();
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.getStore();
    if (turn?.open) {
      const inner = task();
      turn.within.push(inner.catch(() => {}));
      return inner;
    }
    const result = this.#last.then(() => this.#takeTurn(task));
    this.#last = result.catch(() => {});
    return result;
  }

  async #takeTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn: Turn = { open: true, within: [] };
    try {
      return await this.#turns.run(turn, task);
    } finally {
      for (let next = turn.within.shift(); next; next = turn.within.shift()) await next;
      turn.open = false;
    }
  }
}
