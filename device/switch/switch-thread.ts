import type { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../datapath/clock.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { type Backend, createUniformBackend, type SwitchEvents, Unavailable } from './backend.ts';
import { type ConnectedBackend, connectBackend } from './channel.ts';
import type { Revision } from './revision.ts';
import { StandingAnswers } from './standing-answers.ts';

/** Parameters of a thread besides its own options. */
export interface ThreadStart {
  /** The thread before this one ended by itself. */
  readonly crashed: boolean;
}

/** Callbacks of the process for the thread that the switch runs in. */
export interface SwitchThreadOptions {
  /** Starts a thread. It posts `ready`, or `failed` with one sentence, and answers `stop` by ending. */
  start(how: ThreadStart): Worker;
  readonly events: Omit<SwitchEvents, 'reboot'>;
  /** Called each time the switch was started again. */
  restarted(): Promise<void>;
  /** The switch ended by itself, and why; it is started again. */
  crashed(reason: string): void;
  /** The switch cannot be started again. */
  failed(reason: string): void;
  /** The switch's; without one each call is passed on to it. */
  readonly revision?: Revision;
  /** Default: the host's own. */
  readonly clock?: Clock;
}

/** Milliseconds that a thread has for stopping before it is ended. */
const STOP_TIME = 10_000;
/** Milliseconds that calls in flight have before a restart. */
const DRAIN_TIME = 2_000;
/** Milliseconds between a crash and the next start, doubled each time up to the last. */
const CRASH_PAUSE = { first: 250, last: 30_000 };
/** Milliseconds that a thread has to run for its crash to be the first one again. */
const GOOD_RUN = 300_000;

/** The switch in its own thread: started, restarted on its wish or after a crash, stopped. */
export class SwitchThread {
  readonly backend: Backend;
  readonly #options: SwitchThreadOptions;
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #connected: ConnectedBackend | undefined;
  #pause = CRASH_PAUSE.first;
  #startedAt = 0;
  #ending = false;

  constructor(options: SwitchThreadOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.backend = createUniformBackend((method, question) =>
      this.#connected ? this.#connected.backend[method](question) : Promise.reject(new Unavailable()),
    );
  }

  /** Starts the switch; rejects with one clear sentence where it cannot be. */
  async start(how: ThreadStart = { crashed: false }): Promise<void> {
    const worker = this.#options.start(how);
    this.#worker = worker;
    const { events, revision } = this.#options;
    // Answers end with the thread that gave them.
    const standing = revision && new StandingAnswers(revision, this.#clock);
    const connected = connectBackend(worker, { ...events, reboot: () => void this.#reboot() }, standing);
    await new Promise<void>((resolve, reject) => {
      worker.once('exit', () => reject(new Error('The switch ended while it was starting.')));
      worker.once('error', reject);
      worker.on('message', (message: unknown) => {
        if (isMessage(message, 'ready')) resolve();
        else if (isMessage(message, 'failed')) reject(new Error(String(Reflect.get(message, 'reason'))));
      });
    });
    this.#connected = connected;
    this.#startedAt = this.#clock.now();
    let reason = 'its thread ended.';
    // An error is followed by the exit.
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.once('exit', () => {
      connected.close();
      if (this.#worker === worker && !this.#ending) void this.#recover(reason);
    });
  }

  /** Stops the switch and waits for it. */
  async stop(): Promise<void> {
    this.#ending = true;
    await this.#end();
  }

  async #reboot(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    const connected = this.#connected;
    this.#connected = undefined;
    await Promise.race([connected?.idle(), this.#passed(DRAIN_TIME)]);
    await this.#end();
    this.#ending = false;
    await this.#startAgain({ crashed: false });
  }

  async #recover(reason: string): Promise<void> {
    this.#connected = undefined;
    this.#options.crashed(reason);
    if (this.#clock.now() - this.#startedAt >= GOOD_RUN) this.#pause = CRASH_PAUSE.first;
    await this.#passed(this.#pause);
    this.#pause = Math.min(this.#pause * 2, CRASH_PAUSE.last);
    if (!this.#ending) await this.#startAgain({ crashed: true });
  }

  async #startAgain(how: ThreadStart): Promise<void> {
    try {
      await this.#options.restarted();
      await this.start(how);
    } catch (error) {
      this.#options.failed(wordsOfError(error));
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#connected?.close();
    this.#connected = undefined;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ kind: 'stop' });
    await Promise.race([gone, this.#passed(STOP_TIME)]);
    await worker.terminate();
  }

  #passed(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(milliseconds, resolve));
  }
}

/** Whether a message between the threads is of this kind. */
export function isMessage(message: unknown, kind: string): message is object {
  return typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === kind;
}
