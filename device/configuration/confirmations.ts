import type { Configuration } from '../../model/configuration/configuration.ts';
import { type Message, say } from '../../model/values/message.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Forced } from '../guard/guard.ts';
import type { Revoker } from '../guard/guard-control.ts';
import { type Log, Severity } from '../log/log.ts';
import type { FromAfar } from '../management.ts';
import { Refusal } from '../refusal.ts';
import type { Commits } from './commits.ts';
import { logForced } from './forced.ts';
import type { ForcedChanges } from './forced-changes.ts';
import type { InForce, Running } from './in-force.ts';
import type { SerialQueue } from './serial-queue.ts';

/** Dependencies of confirmations. */
interface ConfirmationSurroundings {
  readonly queue: SerialQueue;
  readonly inForce: InForce;
  readonly forced: ForcedChanges;
  readonly commits: Commits;
  readonly log: Log;
  /** Makes what was confirmed the startup configuration. Rejects with a `Refusal` or the system's error. */
  keepConfirmed(configuration: Configuration, user: string): Promise<void>;
}

/** What happens when a change that is in force is confirmed, or is not. */
export class Confirmations {
  readonly #around: ConfirmationSurroundings;

  constructor(around: ConfirmationSurroundings) {
    this.#around = around;
  }

  /** The forced change is in force: waits for its confirmation, and restores `former` without one. */
  async wait(forced: Forced, who: Message, former: Running): Promise<void> {
    const { queue, inForce, forced: changes, log } = this.#around;
    logForced(log, forced, who);
    const made = inForce.running.configuration;
    const isRevocable = () => inForce.running.configuration === made;
    let isConfirmed = false;
    await changes.wait(forced, {
      // Once it is confirmed another change may come first.
      restore: (by, settle) =>
        queue.run(async () => (!isConfirmed || isRevocable()) && this.#takeBack(former, by, settle)),
      confirmed: async () => {
        isConfirmed = true;
      },
      restored: say('A forced change was not confirmed within 60 s; the former configuration is in force again.'),
      isRevocable,
    });
  }

  /** The same for a change of the cloud, which confirms it over another line. */
  async waitForCloud(forced: Forced, former: Running, { returned }: FromAfar): Promise<void> {
    const { queue, inForce, forced: changes, keepConfirmed } = this.#around;
    const made = inForce.running.configuration;
    await changes.wait(forced, {
      restore: (_by, settle) => queue.run(() => this.#takeBack(former, undefined, settle)),
      restored: say('The cloud did not confirm its change in time; the former configuration is in force again.'),
      returned,
      confirmed: () => keepConfirmed(made, forced.user).catch((error: unknown) => this.complain(error)),
    });
  }

  /** A start has put in force what was to be tried once: waits for its confirmation, and `keep`s it then. */
  awaitStart(tried: Forced, former: Configuration, keep: () => Promise<void>): void {
    const { queue, inForce, forced: changes } = this.#around;
    const before = { configuration: former, compiled: inForce.compile(former) };
    const ends = {
      restore: (by: Revoker | undefined, settle: () => Promise<void>) =>
        queue.run(() => this.#takeBack(before, by, settle)),
      restored: say(
        'The configuration of this start was not confirmed within 60 s; the former configuration is in force again.',
      ),
      confirmed: keep,
    };
    void changes.wait(tried, ends, true);
  }

  /** In a turn of the queue, with what follows from it. */
  async #takeBack(former: Running, by: Revoker | undefined, settle: () => Promise<void>): Promise<boolean> {
    const isBack = await this.#around.commits.takeBack(former, by);
    if (isBack) await settle();
    return isBack;
  }

  /** Says in the log why what was confirmed is not kept. */
  complain(error: unknown): void {
    const message =
      error instanceof Refusal
        ? error.said
        : say('The confirmed change could not be written to flash, because {{reason}}.', { reason: reasonOf(error) });
    this.#around.log.write(Severity.error, message);
  }
}
