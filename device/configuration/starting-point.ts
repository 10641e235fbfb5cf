import type { Configuration } from '../../model/configuration/configuration.ts';
import { dateTimeAt, formatDateTime } from '../../model/values/date-time.ts';
import { say } from '../../model/values/message.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Kept } from '../flash/keeper.ts';
import type { RestoredConfiguration, StoredConfiguration } from '../flash/stored-configuration.ts';
import { type Log, Severity } from '../log/log.ts';
import type { WaitingChange } from './waiting-change.ts';

/** Dependencies of a start. */
export interface StartSurroundings {
  readonly waiting: Kept<WaitingChange>;
  readonly log: Log;
  /** The configurations that were saved, the preferred one first. */
  readonly saved: readonly Configuration[];
  /** Brings back what is kept beside them. Rejects with `Unusable`. */
  restored(stored: StoredConfiguration): Promise<RestoredConfiguration>;
}

/** The configuration of a start. */
export interface StartingPoint {
  /** The preferred one first. */
  readonly candidates: readonly Configuration[];
  /** Flash says of a change that it waits. */
  readonly isForced: boolean;
  /** The first candidate is tried once: it has to be confirmed, or `former` comes back. */
  readonly trial?: { readonly change: WaitingChange; readonly former: Configuration };
}

/**
 * The configuration of a start: the saved one, unless a change was pending when the last run ended, in any way. Then it
 * is the one in force before that change; or, if a restore is to be tried, that, and flash records beforehand that it
 * was.
 */
export async function startingPoint(around: StartSurroundings): Promise<StartingPoint> {
  const { waiting, log, saved } = around;
  const change = await waiting.load();
  if (!change) return { candidates: saved, isForced: false };
  const { next, ...tried } = change;
  const former = await broughtBack(around, change.former);
  const candidates = former ? [former, ...saved] : saved;
  const [before] = candidates;
  const trial = next && (await broughtBack(around, next));
  if (trial && before && (await isNoted(around, tried))) {
    return { candidates: [trial, ...candidates], isForced: true, trial: { change, former: before } };
  }
  const { user, reason, deadline } = change;
  const values = { user, reason, deadline: `${formatDateTime(dateTimeAt(deadline))} UTC` };
  log.write(
    Severity.warning,
    say(
      'A change forced by {{user}} had to be confirmed by {{deadline}}, and the device restarted before; the former configuration is in force. {{reason}}',
      values,
    ),
  );
  return { candidates, isForced: true };
}

/** Takes down that the restore was tried: a start that this one does not live to see the end of returns to what was before. */
async function isNoted({ waiting, log }: StartSurroundings, tried: WaitingChange): Promise<boolean> {
  try {
    await waiting.save(tried);
    return true;
  } catch (error) {
    log.write(
      Severity.error,
      say('The restored configuration is not tested, because {{reason}}.', { reason: reasonOf(error) }),
    );
    return false;
  }
}

async function broughtBack(
  { restored, log }: StartSurroundings,
  stored: StoredConfiguration,
): Promise<Configuration | undefined> {
  try {
    return (await restored(stored)).configuration;
  } catch (error) {
    const reason = reasonOf(error);
    log.write(Severity.error, say('A stored configuration cannot be used, because {{reason}}.', { reason }));
    return undefined;
  }
}
