import { AsyncLocalStorage } from 'node:async_hooks';

/** A task under way, with the tasks that were started from within it. */
interface Turn {
  readonly queue: SerialQueue;
  /** The task of another queue that it was started from. */
  readonly outer: Turn | undefined;
  open: boolean;
  last: Promise<unknown>;
}

/** One for all queues: every promise of the process hands on every storage that was ever used. */
const turns = new AsyncLocalStorage<Turn>();

/**
 * Runs tasks one after the other, in the order they came. A task started from within a running one (an operation that
 * changes the configuration, say) belongs to it: it does not wait for its own caller, the outer one ends only after it,
 * and several of them run one after the other, too.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    let turn = turns.getStore();
    while (turn && turn.queue !== this) turn = turn.outer;
    const within = turn?.open ? turn : undefined;
    const result = (within?.last ?? this.#last).then(() => this.#takeTurn(task));
    const settled = result.catch(() => {});
    if (within) within.last = settled;
    else this.#last = settled;
    return result;
  }

  async #takeTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn: Turn = { queue: this, outer: turns.getStore(), open: true, last: Promise.resolve() };
    try {
      return await turns.run(turn, task);
    } finally {
      // Tasks that were started while the last one ran belong to it as well.
      for (let last: Promise<unknown> | undefined; last !== turn.last; ) {
        last = turn.last;
        await last;
      }
      turn.open = false;
    }
  }
}
