import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { GuardControl } from '../guard/guard-control.ts';
import type { Doubt, Verdict } from '../guard/judge.ts';
import { LossRefusal, Refusal } from '../refusal.ts';

/**
 * Doubts to be forced, and confirmed afterwards. Throws a `Refusal` if the switch would become unreachable for
 * everyone.
 */
export function doubtOf(verdict: Verdict): Doubt | undefined {
  if (verdict.kind === 'isolation') throw new Refusal(ErrorCode.inconsistentValue, verdict.reason);
  return verdict.kind === 'loss' || verdict.kind === 'unknown' ? verdict : undefined;
}

/** Throws a `Refusal` while a forced change waits to be confirmed: what would be taken back must not be built upon. */
export function refuseWhileProvisional(guard: Pick<GuardControl, 'provisional'>): void {
  const waiting = guard.provisional();
  if (!waiting) return;
  const { user, secondsLeft: seconds } = waiting;
  const message = say('A change by {{user}} is waiting for confirmation; try again in {{seconds}} s.', {
    user,
    seconds,
  });
  throw new Refusal(ErrorCode.resourceUnavailable, message);
}

/** The refusal of what is not forced; `isFinal` if nothing reverts it once it is. */
export function refusalOfDoubt({ kind, reason }: Doubt, isFinal = false): LossRefusal {
  const said =
    kind === 'loss'
      ? say('This change would disconnect the current management session. {{reason}}', { reason })
      : say('This change might disconnect the current management session. {{reason}}', { reason });
  return new LossRefusal(reason, { said, isFinal });
}
