import type { Clock } from '../../datapath/clock.ts';
import { putLatest } from '../../model/values/latest.ts';
import { type Message, say } from '../../model/values/message.ts';
import { Allowance, type Rate } from '../allowance.ts';
import { type LogWriter, Severity } from './log.ts';

/** Milliseconds in which the same stranger is named once. */
const QUIET = 60_000;

/** Strangers that are remembered. */
const REMEMBERED = 256;

/** Lines about all of them: a burst is named one by one, and a flood of made-up addresses leaves the log to what else happens. */
const LINES: Rate = { rate: 0.2, burst: 32 };

/**
 * What the log says of refused strangers. One datagram or word is enough to be refused, and can come from any number of addresses: each
 * is named once a minute, and beyond what anybody would read the log says once that there are more.
 */
export class StrangerLines {
  readonly #clock: Clock;
  readonly #log: LogWriter;
  readonly #named = new Map<string, number>();
  readonly #allowance: Allowance;
  #areMoreTold = false;

  constructor(clock: Clock, log: LogWriter) {
    this.#clock = clock;
    this.#log = log;
    this.#allowance = new Allowance(LINES, clock.now());
  }

  /** Writes a warning about the stranger that `key` stands for, if one is due. */
  write(key: string, message: () => Message): void {
    const now = this.#clock.now();
    if (now - (this.#named.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET) return;
    putLatest(this.#named, key, now, REMEMBERED);
    if (this.#allowance.isFull(now)) this.#areMoreTold = false;
    if (this.#allowance.take(now)) this.#log.write(Severity.warning, message());
    else if (!this.#areMoreTold) {
      this.#areMoreTold = true;
      this.#log.write(Severity.warning, say('More addresses are refused than are named here.'));
    }
  }
}
