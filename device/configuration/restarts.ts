import type { Configuration } from '../../model/configuration/configuration.ts';
import { wordsOf } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { CallersRequest } from '../feature.ts';
import { restarting } from '../flash/slot-message.ts';
import type { Guard } from '../guard/guard.ts';
import type { Log } from '../log/log.ts';
import { callerName } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { refusalOfDoubt } from './doubt.ts';
import { forcedBy, logForced } from './forced.ts';
import type { ForcedChanges } from './forced-changes.ts';
import type { InForce } from './in-force.ts';
import type { Judgment } from './judgment.ts';
import type { SerialQueue } from './serial-queue.ts';

/** Dependencies of restarts. */
interface RestartSurroundings {
  readonly queue: SerialQueue;
  readonly inForce: InForce;
  readonly judgment: Judgment;
  readonly forced: ForcedChanges;
  readonly guard: Guard;
  readonly log: Log;
  /** Throws a `Refusal` where a change waits to be confirmed. */
  refuseWhileUnconfirmed(): void;
}

/** What the next start begins with, judged as a change to it. */
export class Restarts {
  readonly #around: RestartSurroundings;
  /** Flash holds what the restart that is under way begins with: nothing may take its place, or be built on what ends. */
  #isUnderWay = false;

  constructor(around: RestartSurroundings) {
    this.#around = around;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Throws a `Refusal` while a restart is under way. */
  refuseWhileUnderWay(): void {
    if (this.#isUnderWay) throw new Refusal(ErrorCode.resourceUnavailable, restarting);
  }

  /** See `DeviceContext`; `keep` makes a configuration the startup one, which it stays until the restart. */
  with(
    configuration: Configuration,
    { caller, forced: force }: Pick<CallersRequest, 'caller' | 'forced'>,
    keep?: (user: string) => Promise<void>,
  ): Promise<void> {
    const { queue, inForce, judgment, forced: changes, log, refuseWhileUnconfirmed } = this.#around;
    return queue.run(async () => {
      refuseWhileUnconfirmed();
      const doubt = await judgment.ofStart(configuration, caller);
      const who = callerName(caller);
      if (!doubt) {
        if (!keep) return;
        await keep(wordsOf(who));
        this.#isUnderWay = true;
        return;
      }
      if (!force) throw refusalOfDoubt(doubt);
      const forced = forcedBy(doubt, who);
      await changes.announceRestart(forced, inForce.running.configuration, configuration);
      logForced(log, forced, who);
    });
  }

  /** See `DeviceContext`; what waits to be confirmed is gone by the restart anyhow. */
  async asSaved(saved: Configuration, request: CallersRequest): Promise<void> {
    const { queue, judgment, guard } = this.#around;
    if (guard.provisional()) return;
    const { forced, caller } = request;
    if (judgment.isRunning(saved)) await queue.run(() => judgment.ofRestart(caller, forced));
    else await this.with(saved, request);
  }

  /** See `DeviceContext`. */
  judge(configuration: Configuration, { caller, forced }: CallersRequest): Promise<void> {
    const { queue, judgment, log } = this.#around;
    return queue.run(async () => {
      const doubt = await judgment.ofStart(configuration, caller);
      if (!doubt) return;
      if (!forced) throw refusalOfDoubt(doubt, true);
      const who = callerName(caller);
      logForced(log, forcedBy(doubt, who), who);
    });
  }
}
