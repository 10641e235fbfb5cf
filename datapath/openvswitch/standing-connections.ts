import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { Cancel, Clock } from '../clock.ts';
import type { DatapathEvents } from '../datapath.ts';
import type { Connections } from './connections.ts';
import type { Daemons } from './daemons.ts';

/** How the connections are made, and in which order with everything else. */
export interface ConnectionMaker {
  readonly clock: Clock;
  readonly daemons: Daemons;
  /** Opens them, on running daemons, and restores what the switch forgot. `keep` is notified of them before that. */
  open(keep: (connections: Connections) => void): Promise<Connections>;
  /** Queues work behind the changes under way: one at a time, in order. */
  change<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Notifies the administrator. */
  readonly report: DatapathEvents['report'];
}

/** From a failure of Open vSwitch to the next attempt, in milliseconds. */
export const RETRY_MILLISECONDS = 500;
/** Attempts to bring Open vSwitch back until the administrator reads that it does not succeed; it goes on trying. */
const ATTEMPTS_UNTIL_REPORT = 20;
/** How long a question waits for an Open vSwitch that is being brought back, in milliseconds. */
const LONGEST_OUTAGE = 20_000;
/** How often the daemons are asked whether they are there. */
const PULSE_MILLISECONDS = 1000;
/** Seconds that a daemon may not answer while it does nothing else either. */
const SECONDS_IDLE = 3;
/** Seconds that it may not answer, whatever it does: a large bundle takes it a second, a busy host ten. */
const SECONDS_BUSY = 30;

/**
 * The connections to Open vSwitch over all its deaths: opened, asked, lost, and brought back until they stay. A daemon that
 * hangs is ended, which is the one way to bring it back.
 */
export class StandingConnections {
  readonly #maker: ConnectionMaker;
  readonly #pulse: Cancel;
  #current: Connections | undefined;
  /** Callers that wait until they are open again. */
  readonly #waiting = new Set<() => void>();
  /** Whether they went away and have not come back yet. */
  #isLost = false;
  #stopped = false;
  /** Pulses since the one that was not answered. */
  #missed = 0;
  #isEnding = false;

  constructor(maker: ConnectionMaker) {
    this.#maker = maker;
    this.#pulse = maker.clock.every(PULSE_MILLISECONDS, () => this.#feelPulse());
  }

  /** The open connections, or the last ones; undefined before the first. */
  get current(): Connections | undefined {
    return this.#current;
  }

  /** The open connections; undefined during an outage. */
  get open(): Connections | undefined {
    return this.#current?.isOpen ? this.#current : undefined;
  }

  /** Opens them again. Called from within a change. */
  async establish(): Promise<Connections> {
    this.#current?.close();
    const connections = await this.#maker.open((made) => {
      this.#current = made;
    });
    this.#missed = 0;
    if (this.#isLost) this.#maker.report(5, say('Open vSwitch is running again and forwards as before.'));
    this.#isLost = false;
    this.#tellWaiting();
    return connections;
  }

  /** A daemon is gone, or does not do as requested: brings Open vSwitch back. */
  lost(connections: Connections, daemon?: string): void {
    connections.close();
    if (this.#stopped || this.#isLost) return;
    this.#isLost = true;
    if (daemon) this.#maker.report(3, say('{{daemon}} ended unexpectedly.', { daemon }));
    this.#recover(1);
  }

  /** Asks the switch, in parallel to changes. If it disappears before it answers it is asked again when it is back. */
  async ask<Result>(question: (connections: Connections) => Promise<Result>): Promise<Result> {
    for (;;) {
      const connections = await this.#whenOpen();
      try {
        return await question(connections);
      } catch (error) {
        if (connections.isOpen) throw error;
      }
    }
  }

  /** From here on nothing is brought back, and waiting callers are notified. */
  stop(): void {
    this.#stopped = true;
    this.#pulse();
    this.#tellWaiting();
  }

  /** Again and again until it stays; a change that waited in the queue may be faster. */
  #recover(attempt: number): void {
    void this.#maker.change(async () => {
      if (this.#stopped || this.open) return;
      try {
        await this.establish();
      } catch (error) {
        if (attempt === ATTEMPTS_UNTIL_REPORT) {
          const what = say('Open vSwitch cannot be started again');
          this.#maker.report(2, say('{{what}}: {{reason}}', { what, reason: saidBy(error) }));
        }
        this.#maker.clock.after(RETRY_MILLISECONDS, () => this.#recover(attempt + 1));
      }
    });
  }

  async #whenOpen(): Promise<Connections> {
    const { clock } = this.#maker;
    const deadline = clock.now() + LONGEST_OUTAGE;
    for (;;) {
      const connections = this.open;
      if (connections) return connections;
      const left = deadline - clock.now();
      if (this.#stopped || left <= 0) throw new Error('Open vSwitch does not run.');
      await new Promise<void>((resolve) => {
        const cancel = clock.after(left, resolve);
        this.#waiting.add(() => {
          cancel();
          resolve();
        });
      });
    }
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting) tell();
    this.#waiting.clear();
  }

  #feelPulse(): void {
    const connections = this.open;
    if (!connections) return;
    this.#missed += 1;
    if (this.#missed > SECONDS_IDLE) this.#endHung(this.#missed > SECONDS_BUSY);
    if (this.#missed > 1) return;
    connections.pulse().then(
      () => {
        this.#missed = 0;
      },
      () => {
        // The reason was already reported where the connections ended.
      },
    );
  }

  #endHung(isOverdue: boolean): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const done = () => {
      this.#isEnding = false;
    };
    this.#maker.daemons.endHung(isOverdue).then(done, done);
  }
}
