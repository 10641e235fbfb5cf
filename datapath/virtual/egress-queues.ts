import type { Cancel, Clock } from '../clock.ts';
import { QUEUE_FRAMES, QUEUES } from '../queueing.ts';

/** A frame in a queue, standing for `weight` like ones. */
interface Waiting {
  readonly frame: Uint8Array;
  weight: number;
}

/** The output of the queues. */
export interface QueueOutlet {
  /** Milliseconds after which one such frame can leave; 0 for at once. */
  wait(frame: Uint8Array, now: number): number;
  /** Sends a frame, which can leave now. */
  send(frame: Uint8Array, now: number): void;
}

/**
 * The queues in front of a port's line. Frames that cannot leave at once, and those that come while others wait, wait until the line,
 * or the rate of the port, has room for the one whose turn it is: of the highest queue, or in rounds in which each queue sends as many
 * frames as its weight says. Both can be changed while frames wait.
 */
export class EgressQueues {
  readonly #queues: readonly Waiting[][] = Array.from({ length: QUEUES }, () => []);
  readonly #lengths = new Array<number>(QUEUES).fill(0);
  readonly #outlet: QueueOutlet;
  readonly #clock: Clock;
  #weights: readonly number[] | undefined;
  /** In a round: the queue whose turn it is, and how many frames it may still send. */
  #turn = 0;
  #left = 0;
  #waiting = 0;
  #cancel: Cancel | undefined;

  constructor(outlet: QueueOutlet, clock: Clock) {
    this.#outlet = outlet;
    this.#clock = clock;
  }

  /** Sets the share of each queue in a round; undefined for strict priority. Waiting frames keep waiting. */
  configure(weights: readonly number[] | undefined): void {
    this.#weights = weights;
    this.#left = 0;
  }

  /** Whether frames wait, which others must not overtake. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Takes in as many of `weight` like frames as the queue has room for, and returns how many it has not. */
  offer(queue: number, frame: Uint8Array, weight: number, now: number): number {
    const taken = Math.min(weight, QUEUE_FRAMES - (this.#lengths[queue] ?? 0));
    if (taken > 0) {
      this.#queues[queue]?.push({ frame, weight: taken });
      this.#add(queue, taken);
      if (!this.#cancel) this.#drain(now);
    }
    return weight - taken;
  }

  /** Forgets what waits, and returns how many frames that were. */
  clear(): number {
    const lost = this.#waiting;
    this.#cancel?.();
    this.#cancel = undefined;
    for (const queue of this.#queues) queue.length = 0;
    this.#lengths.fill(0);
    this.#waiting = 0;
    return lost;
  }

  /** Sends what can leave, and comes back when the next frame can. */
  #drain(now: number): void {
    while (this.#waiting > 0) {
      const queue = this.#next();
      const first = this.#queues[queue]?.[0];
      if (!first) return;
      const pause = this.#outlet.wait(first.frame, now);
      if (pause > 0) {
        // Room that appears by the next millisecond is used at once.
        this.#cancel = this.#clock.after(Math.ceil(pause), () => {
          this.#cancel = undefined;
          this.#drain(this.#clock.now());
        });
        return;
      }
      this.#outlet.send(first.frame, now);
      this.#left -= 1;
      first.weight -= 1;
      if (first.weight === 0) this.#queues[queue]?.shift();
      this.#add(queue, -1);
    }
  }

  /** The queue whose turn it is; one of them is not empty. */
  #next(): number {
    const weights = this.#weights;
    if (!weights) return this.#lengths.findLastIndex((length) => length > 0);
    while (this.#left <= 0 || this.#lengths[this.#turn] === 0) {
      this.#turn = (this.#turn + QUEUES - 1) % QUEUES;
      this.#left = weights[this.#turn] ?? 1;
    }
    return this.#turn;
  }

  #add(queue: number, frames: number): void {
    this.#lengths[queue] = (this.#lengths[queue] ?? 0) + frames;
    this.#waiting += frames;
  }
}
